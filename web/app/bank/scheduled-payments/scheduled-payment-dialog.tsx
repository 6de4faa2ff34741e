import { useMutation } from '@tanstack/react-query'
import type { deleteScheduledPayment, ScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import { verbatim } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { AmountDialog } from './amount-dialog.tsx'
import { RunsDialog } from './runs-dialog.tsx'
import type { ScheduledPaymentAction } from './scheduled-payment-action.ts'
import { reloadScheduledPayments } from './scheduled-payments-query.ts'

type Props = { action: ScheduledPaymentAction; payment: ScheduledPayment; onClose: () => void }

export function ScheduledPaymentDialog({ action, payment, onClose }: Props) {
  switch (action.kind) {
    case 'amount':
      return <AmountDialog payment={payment} onClose={onClose} />
    case 'runs':
      return <RunsDialog payment={payment} onClose={onClose} />
    case 'delete':
      return <DeleteDialog payment={payment} onClose={onClose} />
  }
}

function DeleteDialog({ payment, onClose }: Omit<Props, 'action'>) {
  const remove = useMutation({
    mutationFn: () => call<typeof deleteScheduledPayment>('DELETE', '/orders/:id', { params: { id: payment._id } }),
    onSuccess: () => {
      onClose()
      showToast({ message: t('Scheduled payment deleted.') })
    },
    onError: (error) => showError(error),
    onSettled: reloadScheduledPayments,
  })
  return (
    <AskDialog
      title={t('Delete this scheduled payment?')}
      action={t('Delete scheduled payment')}
      busy={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      {payment.status === 'ended'
        ? t('“{name}” will no longer be listed.', { name: payment.name })
        : t('“{name}” won’t be paid any more.', { name: payment.name })}
      {verbatim(' ')}
      {t('Transfers that were already sent stay as they are.')}
    </AskDialog>
  )
}
