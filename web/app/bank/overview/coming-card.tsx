import { useQuery } from '@tanstack/react-query'
import { CalendarClock, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import { toAmount } from '#contract/money.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { CalendarLeaf } from '../../shared/scheduled-payments/calendar-leaf.tsx'
import { dayName } from '../../shared/scheduled-payments/schedule-text.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { useAccounts } from '../accounts/accounts-query.ts'
import { cardClass } from '../page.tsx'
import { type ComingPayment, comingPayments } from '../scheduled-payments/coming-payments.ts'
import { scheduledPaymentsQuery } from '../scheduled-payments/scheduled-payments-query.ts'
import { seeAllClass } from '../transactions/recent-transactions-card.tsx'

const SHOWN = 4

/** The next scheduled payments and what they leave. Only an Active person's are paid. Shows nothing while loading or failed. */
export function ComingCard({ user }: { user: User }) {
  const { data = [] } = useQuery(scheduledPaymentsQuery)
  const accounts = useAccounts()
  const savingsOf = (accountId: string | undefined) => accounts.find(({ _id }) => _id === accountId)
  const balanceOf = (accountId: string | undefined) => (accountId ? savingsOf(accountId)?.balance : user.balance)
  const [next, ...later] = user.status === 'Active' ? comingPayments(data, balanceOf, SHOWN) : []
  if (!next) return null
  return (
    <section aria-labelledby="coming" className={classNames(cardClass, 'grid gap-4 p-5 sm:p-6')}>
      <div className="grid content-start gap-3">
        <div className="flex items-center justify-between gap-3">
          <h2 id="coming" className="flex items-center gap-2 font-semibold">
            <CalendarClock aria-hidden className="size-5 text-muted" strokeWidth={1.8} />
            {t('Coming up')}
          </h2>
          <Link to="/dashboard/orders" className={classNames(seeAllClass, '-my-2')}>
            <Trans
              text="See all<0> scheduled payments</0>"
              parts={[(children) => <span className="sr-only">{children}</span>]}
            />
          </Link>
        </div>
        <p className="text-lg font-medium wrap-anywhere">
          <Trans
            text="Next: {name}, {day}, <0/>"
            parts={[() => <HideableAmount amount={next.amount} className="figures" />]}
            values={{ name: next.scheduledPayment.name, day: dayName(next.day) }}
          />
        </p>
        <Leaves payment={next} savingsName={savingsOf(next.scheduledPayment.accountId)?.name} />
      </div>
      {later.length > 0 && (
        <ol aria-label={t('After that')} className="flex flex-wrap gap-x-8 gap-y-3 max-sm:flex-col xl:flex-col">
          {later.map((payment) => (
            <Later key={payment.key} payment={payment} />
          ))}
        </ol>
      )}
    </section>
  )
}

/** Income until then is unknown, so the warning is a gentle one. */
function Leaves({ payment: { leavesCents }, savingsName }: { payment: ComingPayment; savingsName?: Text }) {
  if (leavesCents === null) return null
  if (leavesCents < 0n)
    return (
      <p className="flex items-start gap-2 text-[0.9375rem]">
        <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-warning" />
        <span>
          <Trans
            text="{account} is <0/> short. <1>Add money</1> before then."
            parts={[
              () => <HideableAmount amount={-toAmount(leavesCents)} className="figures font-medium" />,
              (children) => (
                <Link to="/dashboard/deposit" className="font-medium underline underline-offset-4">
                  {children}
                </Link>
              ),
            ]}
            values={{ account: savingsName ?? t('Your available balance') }}
          />
        </span>
      </p>
    )
  return (
    <p className="text-[0.9375rem] text-muted">
      <Trans
        text={savingsName ? msg('Leaves <0/> in {savingsName}.') : msg('Leaves <0/> of your available balance.')}
        parts={[() => <HideableAmount amount={toAmount(leavesCents)} className="figures font-medium text-ink" />]}
        values={{ savingsName }}
      />
    </p>
  )
}

function Later({ payment: { scheduledPayment, day, amount, isRetry, leavesCents } }: { payment: ComingPayment }) {
  const isShort = leavesCents !== null && leavesCents < 0n
  return (
    <li className="flex items-center gap-3">
      <CalendarLeaf day={day} />
      <p className="grid min-w-0">
        <span className="truncate font-medium">{scheduledPayment.name}</span>
        <span className="sr-only">{dayName(day)}</span>
        <HideableAmount amount={amount} className="figures text-[0.9375rem] text-muted" />
        {isRetry && <span className="text-sm text-warning">{t('Trying again')}</span>}
        {isShort && <span className="text-sm text-warning">{t('Balance is short')}</span>}
      </p>
    </li>
  )
}
