import { useRef } from 'react'
import type { Upload } from '#contract/customers/images.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { transactionDate } from '../../shared/ui/figures/transaction-date.ts'
import { Receipt } from '../transactions/receipt.tsx'

export function ReceiptDialog({ upload, onClose }: { upload: Upload | null; onClose: () => void }) {
  // Keeps showing the last file while the dialog closes.
  const last = useRef(upload)
  if (upload) last.current = upload
  if (!last.current) return null
  return (
    <Dialog
      open={upload !== null}
      onClose={onClose}
      title={t('Uploaded {createdAt}', { createdAt: transactionDate(last.current.createdAt) })}
    >
      <Receipt imageUrl={last.current.imageUrl} />
    </Dialog>
  )
}
