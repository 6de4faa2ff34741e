import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CirclePause, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ScheduledPayment, updateScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import { joinTexts, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { CalendarLeaf } from '../../shared/scheduled-payments/calendar-leaf.tsx'
import { DayList } from '../../shared/scheduled-payments/day-list.tsx'
import { endText, scheduledPaymentProblem } from '../../shared/scheduled-payments/run-text.ts'
import { dayName, scheduleText } from '../../shared/scheduled-payments/schedule-text.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { useAccounts } from '../accounts/accounts-query.ts'
import { lastDigits } from '../payees/payee-details.ts'
import type { ScheduledPaymentAction } from './scheduled-payment-action.ts'
import { reloadScheduledPayments } from './scheduled-payments-query.ts'

type Props = { payment: ScheduledPayment; canPay: boolean; onAction: (action: ScheduledPaymentAction) => void }

export function ScheduledPaymentRow({ payment, canPay, onAction }: Props) {
  const savings = useAccounts().find(({ _id }) => _id === payment.accountId)
  const problem = scheduledPaymentProblem(payment)
  return (
    <li className="grid gap-3 px-5 py-4 sm:px-6">
      <div className="flex gap-4">
        <Leaf payment={payment} />
        <div className="grid min-w-0 flex-1 gap-0.5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="min-w-0 text-lg font-semibold wrap-anywhere">{payment.name}</h2>
            <HideableAmount amount={payment.amount} className="figures ms-auto text-lg font-semibold" />
          </div>
          <p className="text-[0.9375rem] wrap-anywhere text-muted">
            {joinTexts(' · ', payment.accountName !== payment.name && payment.accountName, payment.bankName)}
            {verbatim(' ')}
            <span className="figures">{lastDigits(payment.accountNumber)}</span>
            {savings && verbatim(' · ')}
            {savings && t('from {name}', { name: savings.name })}
          </p>
          {payment.message && <bdi className="block text-[0.9375rem] wrap-anywhere text-muted">{payment.message}</bdi>}
          <p className="text-[0.9375rem]">{scheduleText(payment)}</p>
          <NextDays payment={payment} />
        </div>
      </div>
      {problem && (
        <p className="flex gap-3 rounded-2xl bg-warning-soft px-4 py-3 text-[0.9375rem]">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
          <span className="min-w-0">{problem}</span>
        </p>
      )}
      <Actions {...{ payment, canPay, onAction }} />
    </li>
  )
}

/** The next payment: a due day, or the next try of the last one. */
function Leaf({ payment: { status, nextOn, retryDays, lastRun } }: { payment: ScheduledPayment }) {
  const day = nextOn ?? retryDays[0]
  if (day) return <CalendarLeaf day={day} />
  if (status === 'paused') return <LeafIcon icon={CirclePause} />
  return <LeafIcon icon={lastRun?.status === 'skipped' ? CircleX : CircleCheck} />
}

const LeafIcon = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span aria-hidden="true" className="grid h-13 w-12 shrink-0 place-items-center rounded-xl bg-sunken text-muted">
    <Icon className="size-5.5" strokeWidth={1.8} />
  </span>
)

function NextDays({ payment }: { payment: ScheduledPayment }) {
  if (payment.status === 'paused') return <p className="text-[0.9375rem] font-medium text-warning">{t('Paused')}</p>
  if (payment.status === 'ended')
    return <p className="text-[0.9375rem] text-muted">{t('Ended. {order}', { order: endText(payment) })}</p>
  const [next, ...later] = payment.nextDays.slice(0, 3)
  if (!next) return null
  return (
    <p className="text-[0.9375rem] text-muted">
      <Trans
        text={later.length > 0 ? msg('Next: <0>{day}</0>, then {later}') : msg('Next: <0>{day}</0>')}
        parts={[(children) => <span className="font-medium whitespace-nowrap text-ink">{children}</span>]}
        values={{ day: dayName(next), later: <DayList days={later} /> }}
      />
    </p>
  )
}

const changedText = (payment: ScheduledPayment) =>
  ({ active: t('Resumed.'), paused: t('Paused.'), ended: t('Ended. {order}', { order: endText(payment) }) })[
    payment.status
  ]

function Actions({ payment, canPay, onAction }: Props) {
  const change = useMutation({
    mutationFn: (status: 'active' | 'paused') =>
      call<typeof updateScheduledPayment>('PATCH', '/orders/:id', { params: { id: payment._id }, body: { status } }),
    onSuccess: (changed) => showToast({ message: changedText(changed) }),
    onError: (error) => showError(error),
    onSettled: reloadScheduledPayments,
  })
  const open = (kind: ScheduledPaymentAction['kind']) => onAction({ kind, scheduledPaymentId: payment._id })
  const isOpen = payment.status !== 'ended'
  const isActive = payment.status === 'active'
  const named = (
    <span className="sr-only">
      {verbatim(' ')}
      {payment.name}
    </span>
  )
  return (
    <div className="-mx-2 flex flex-wrap sm:ms-13 sm:gap-1">
      {isOpen && (isActive || canPay) && (
        <Button
          variant="quiet"
          busy={change.isPending}
          onClick={() => change.mutate(isActive ? 'paused' : 'active')}
          className="px-2! sm:px-3!"
        >
          {isActive ? t('Pause') : t('Resume')}
          {named}
        </Button>
      )}
      {isOpen && canPay && (
        <Button variant="quiet" onClick={() => open('amount')} className="px-2! sm:px-3!">
          {t('Change payment')}
          {named}
        </Button>
      )}
      <Button variant="quiet" onClick={() => open('runs')} className="px-2! sm:px-3!">
        {t('History')}
        {named}
      </Button>
      <Button variant="quiet" onClick={() => open('delete')} className="px-2! sm:px-3! text-negative">
        {t('Delete')}
        {named}
      </Button>
    </div>
  )
}
