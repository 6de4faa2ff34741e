import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { joinTexts } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { TYPE_NAMES } from '../../shared/transaction-names.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { StatusBadge } from '../../shared/ui/feedback/status-badge.tsx'
import { bookingNote } from '../../shared/ui/figures/booking-note.ts'
import { formatDay } from '../parts/format-date.ts'
import { StandingReason, UserStatus } from '../parts/user-status.tsx'
import { customerQuery } from './inbox-query.ts'

/** The customer beside a conversation, with the transactions they may be writing about. */
export function CustomerDetails({ userId }: { userId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(customerQuery(userId))
  if (isError && !data)
    return <LoadFailure text={t('Failed to load customer details.')} onRetry={refetch} busy={isFetching} />
  if (!data) return <Skeleton className="h-64 w-full rounded-2xl" />
  const { user, recent } = data
  return (
    <div className="grid gap-5">
      <div className="grid gap-1.5">
        <h2 className="text-lg font-semibold break-words">{user.fullName}</h2>
        <p className="text-[0.9375rem] break-all text-muted">{user.email}</p>
        <p>
          <UserStatus status={user.status} />
        </p>
        <StandingReason status={user.status} standing={user.standing} />
      </div>
      <div>
        <p className="text-sm text-muted">{t('Balance')}</p>
        <p className="display figures text-2xl break-all">{formatMoney(user.balance)}</p>
        {user.held > 0 && (
          <p className="figures text-sm text-muted">{t('{held} on hold', { held: formatMoney(user.held) })}</p>
        )}
        <p className="figures mt-1 text-sm text-muted">
          {t('Account {accountNumber}', { accountNumber: user.accountNumber })}
        </p>
      </div>
      <div className="grid gap-2">
        <h3 className="text-sm font-medium text-muted">{t('Recent transactions')}</h3>
        {recent.length === 0 && <p className="text-[0.9375rem] text-muted">{t('No transactions yet.')}</p>}
        <ul className="grid gap-2.5">
          {recent.map((transaction) => (
            <li key={transaction._id}>
              <Link
                to={`/dashboard/all-transactions?transaction=${transaction._id}`}
                className="flex flex-wrap items-center justify-between gap-x-2 rounded-lg hover:underline"
              >
                <span className="figures text-[0.9375rem] font-medium">{formatMoney(transaction.amount)}</span>
                <StatusBadge status={transaction.status} />
                <span className="w-full text-sm text-muted">
                  {joinTexts(
                    ' · ',
                    t(TYPE_NAMES[transaction.type]),
                    formatDay(transaction.createdAt),
                    bookingNote(transaction, formatDay),
                  )}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <Link
        to={`/dashboard/user/${user._id}`}
        className="inline-flex min-h-10 items-center gap-2 font-semibold text-accent hover:underline"
      >
        <ExternalLink aria-hidden className="size-4" />
        {t('User details')}
      </Link>
    </div>
  )
}
