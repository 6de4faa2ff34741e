import { useRef } from 'react'
import type { RunPayment } from '#contract/external-money/payment-runs.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { ReturnForm } from './return-form.tsx'

type Props = { payment: RunPayment | null; onClose: () => void }

export function ReturnDialog({ payment, onClose }: Props) {
  // The last payment stays visible during the closing animation.
  const last = useRef(payment)
  if (payment) last.current = payment
  const shown = payment ?? last.current
  if (!shown?.transactionId) return null
  return (
    <Dialog open={payment !== null} onClose={onClose} title={t('Return a payment')} focusFirstField>
      <ReturnForm
        key={shown.transactionId}
        transactionId={shown.transactionId}
        amount={shown.amount}
        payee={shown.accountName}
        onClose={onClose}
      />
    </Dialog>
  )
}
