import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/customers/accounts.ts'
import { formatMoney } from '#contract/money.ts'
import type { ScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import { verbatim } from '#contract/text.ts'
import { t } from '../../../../shared/i18n/i18n.ts'
import { CalendarLeaf } from '../../../../shared/scheduled-payments/calendar-leaf.tsx'
import { endText, scheduledPaymentProblem } from '../../../../shared/scheduled-payments/run-text.ts'
import { dayName, scheduleText } from '../../../../shared/scheduled-payments/schedule-text.ts'
import { classNames } from '../../../../shared/ui/class-names.ts'
import { LoadFailure } from '../../../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../../../shared/ui/feedback/skeleton.tsx'
import { LeftToRight } from '../../../../shared/ui/page/left-to-right.tsx'
import { panelClass } from '../../../layout/office-page.tsx'
import type { PersonTabProps } from '../../actions/actions.ts'
import { userScheduledPaymentsQuery } from './scheduled-payments-query.ts'

/** The person's scheduled payments. Staff can only read them. */
export function ScheduledPaymentsTab({ person: { user, accounts } }: PersonTabProps) {
  const payments = useQuery(userScheduledPaymentsQuery(user._id))
  if (!payments.data && payments.isError)
    return (
      <LoadFailure
        text={t('Failed to load scheduled payments.')}
        onRetry={payments.refetch}
        busy={payments.isFetching}
      />
    )
  if (!payments.data) return <ScheduledPaymentsSkeleton />
  if (payments.data.length === 0) return <p className="py-8 text-center text-muted">{t('No scheduled payments.')}</p>
  return (
    <ul aria-label={t('Scheduled payments')} className="grid max-w-3xl gap-3">
      {payments.data.map((payment) => (
        <ScheduledPaymentItem
          key={payment._id}
          payment={payment}
          account={accounts.find(({ _id }) => _id === payment.accountId)}
        />
      ))}
    </ul>
  )
}

function ScheduledPaymentItem({ payment, account }: { payment: ScheduledPayment; account: Account | undefined }) {
  const problem = scheduledPaymentProblem(payment)
  return (
    <li className={classNames(panelClass, 'flex gap-4 px-4 py-3')}>
      {payment.nextOn && <CalendarLeaf day={payment.nextOn} />}
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium wrap-anywhere">{payment.name}</span>
          <span className="figures font-semibold">{formatMoney(payment.amount)}</span>
        </p>
        <p className="wrap-anywhere text-muted">
          {payment.accountName}
          {verbatim(', ')}
          {payment.bankName}
          {verbatim(' ')}
          <span className="figures">
            <LeftToRight>{payment.accountNumber}</LeftToRight>
          </span>
          {account && t(' · from {name}', { name: account.name })}
        </p>
        {payment.message && <bdi className="block wrap-anywhere text-muted">{payment.message}</bdi>}
        <p>
          {scheduleText(payment)}
          {verbatim('. ')}
          <State payment={payment} />
        </p>
        {problem && <p className="text-sm text-muted">{t('The customer sees: “{problem}”', { problem })}</p>}
      </div>
    </li>
  )
}

function State({ payment }: { payment: ScheduledPayment }) {
  if (payment.status === 'paused') return <span className="font-medium text-warning">{t('Paused')}</span>
  if (payment.status === 'ended')
    return <span className="text-muted">{t('Ended: “{reason}”', { reason: endText(payment) })}</span>
  return payment.nextOn && <span className="text-muted">{t('Next: {date}', { date: dayName(payment.nextOn) })}</span>
}

const ScheduledPaymentsSkeleton = () => (
  <div role="status" className="grid max-w-3xl gap-3">
    <Skeleton className="h-24 w-full rounded-card" />
    <Skeleton className="h-24 w-full rounded-card" />
    <span className="sr-only">{t('Loading...')}</span>
  </div>
)
