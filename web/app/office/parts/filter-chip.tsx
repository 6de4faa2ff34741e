import { X } from 'lucide-react'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'

type Props = { children: Text; onRemove: () => void }

/** An active filter that a click removes. */
export const FilterChip = ({ children, onRemove }: Props) => (
  <button
    type="button"
    onClick={onRemove}
    className="inline-flex min-h-10 max-w-full items-center gap-2 rounded-full bg-accent-soft px-4 text-start font-medium text-accent hover:bg-accent/15"
  >
    <span className="wrap-anywhere">{children}</span>
    <X aria-hidden className="size-4 shrink-0" />
    <span className="sr-only">{t(', remove filter')}</span>
  </button>
)
