import { Undo2 } from 'lucide-react'
import { t } from '../../i18n/i18n.ts'

type Links = { reversedBy: string | null; returnedBy: string | null }

/** Stands beside the status of a transaction that was reversed or that the external bank sent back, which stays Completed. */
export function ReversedChip({ transaction: { reversedBy, returnedBy } }: { transaction: Links }) {
  if (!reversedBy && !returnedBy) return null
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-sunken px-2.5 py-0.5 text-[0.8125rem] font-medium text-muted">
      <Undo2 aria-hidden className="size-3.5" />
      {reversedBy ? t('Reversed') : t('Returned')}
    </span>
  )
}
