import { useMutation } from '@tanstack/react-query'
import type { deleteOrder, Order } from '#contract/payments/scheduled-payments.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { AmountDialog } from './amount-dialog.tsx'
import { RunsDialog } from './runs-dialog.tsx'
import type { OrderAction } from './scheduled-payment-action.ts'
import { reloadOrders } from './scheduled-payments-query.ts'

type Props = { action: OrderAction; order: Order; onClose: () => void }

export function OrderDialog({ action, order, onClose }: Props) {
  switch (action.kind) {
    case 'amount':
      return <AmountDialog order={order} onClose={onClose} />
    case 'runs':
      return <RunsDialog order={order} onClose={onClose} />
    case 'delete':
      return <DeleteDialog order={order} onClose={onClose} />
  }
}

function DeleteDialog({ order, onClose }: Omit<Props, 'action'>) {
  const remove = useMutation({
    mutationFn: () => call<typeof deleteOrder>('DELETE', '/orders/:id', { params: { id: order._id } }),
    onSuccess: () => {
      onClose()
      showToast({ message: t('Scheduled payment deleted.') })
    },
    onError: (error) => showError(error),
    onSettled: reloadOrders,
  })
  return (
    <AskDialog
      title={t('Delete this scheduled payment?')}
      action={t('Delete scheduled payment')}
      busy={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      {order.status === 'ended'
        ? t('“{name}” will no longer be listed.', { name: order.name })
        : t('“{name}” won’t be paid any more.', { name: order.name })}{' '}
      {t('Transfers that were already sent stay as they are.')}
    </AskDialog>
  )
}
