import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/customers/accounts.ts'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/payments/scheduled-payments.ts'
import { t } from '../../../../shared/i18n/i18n.ts'
import { CalendarLeaf } from '../../../../shared/scheduled-payments/calendar-leaf.tsx'
import { endText, orderProblem } from '../../../../shared/scheduled-payments/run-text.ts'
import { dayName, scheduleText } from '../../../../shared/scheduled-payments/schedule-text.ts'
import { classNames } from '../../../../shared/ui/class-names.ts'
import { LoadFailure } from '../../../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../../../shared/ui/feedback/skeleton.tsx'
import { LeftToRight } from '../../../../shared/ui/page/left-to-right.tsx'
import { panelClass } from '../../../layout/office-page.tsx'
import type { PersonTabProps } from '../../actions/actions.ts'
import { userOrdersQuery } from './scheduled-payments-query.ts'

/** The person's scheduled payments. Staff can only read them. */
export function OrdersTab({ person: { user, accounts } }: PersonTabProps) {
  const orders = useQuery(userOrdersQuery(user._id))
  if (!orders.data && orders.isError)
    return (
      <LoadFailure text={t('Failed to load scheduled payments.')} onRetry={orders.refetch} busy={orders.isFetching} />
    )
  if (!orders.data) return <OrdersSkeleton />
  if (orders.data.length === 0) return <p className="py-8 text-center text-muted">{t('No scheduled payments.')}</p>
  return (
    <ul aria-label={t('Scheduled payments')} className="grid max-w-3xl gap-3">
      {orders.data.map((order) => (
        <OrderItem key={order._id} order={order} account={accounts.find(({ _id }) => _id === order.accountId)} />
      ))}
    </ul>
  )
}

function OrderItem({ order, account }: { order: Order; account: Account | undefined }) {
  const problem = orderProblem(order)
  return (
    <li className={classNames(panelClass, 'flex gap-4 px-4 py-3')}>
      {order.nextOn && <CalendarLeaf day={order.nextOn} />}
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium wrap-anywhere">{order.name}</span>
          <span className="figures font-semibold">{formatMoney(order.amount)}</span>
        </p>
        <p className="wrap-anywhere text-muted">
          {order.accountName}, {order.bankName}{' '}
          <span className="figures">
            <LeftToRight>{order.accountNumber}</LeftToRight>
          </span>
          {account && t(' · from {name}', { name: account.name })}
        </p>
        {order.message && <bdi className="block wrap-anywhere text-muted">{order.message}</bdi>}
        <p>
          {scheduleText(order)}. <State order={order} />
        </p>
        {problem && <p className="text-sm text-muted">{t('The customer sees: “{problem}”', { problem })}</p>}
      </div>
    </li>
  )
}

function State({ order }: { order: Order }) {
  if (order.status === 'paused') return <span className="font-medium text-warning">{t('Paused')}</span>
  if (order.status === 'ended')
    return <span className="text-muted">{t('Ended: “{reason}”', { reason: endText(order) })}</span>
  return order.nextOn && <span className="text-muted">{t('Next: {date}', { date: dayName(order.nextOn) })}</span>
}

const OrdersSkeleton = () => (
  <div role="status" className="grid max-w-3xl gap-3">
    <Skeleton className="h-24 w-full rounded-card" />
    <Skeleton className="h-24 w-full rounded-card" />
    <span className="sr-only">{t('Loading...')}</span>
  </div>
)
