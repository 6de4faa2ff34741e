import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Overview } from '#contract/office/overview.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { formatNumber, t } from '../../shared/i18n/i18n.ts'
import { useHasPermission } from '../../shared/session/permitted.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { panelClass } from '../layout/office-page.tsx'
import { formatAge, isOverdue } from '../parts/age.ts'
import { BooksStatus, isBalanced } from './books-status.tsx'
import { overviewQuery } from './overview-query.ts'

/** On the start page of staff. */
export function OverviewStrip() {
  const overview = useQuery(overviewQuery)
  return (
    <section aria-label={t('Overview')} className={classNames(panelClass, 'overflow-hidden')}>
      {overview.data && <OverviewContent overview={overview.data} />}
      {!overview.data && overview.isError && (
        <LoadError onRetry={() => void overview.refetch()} busy={overview.isFetching} />
      )}
      {!overview.data && !overview.isError && <OverviewSkeleton />}
    </section>
  )
}

/** Above every page of the back office, as long as the books don't balance. */
export function BooksAlert() {
  const { data } = useQuery(overviewQuery)
  const seesBooks = useHasPermission('audit:read')
  if (!seesBooks || !data?.books || isBalanced(data.books)) return null
  return (
    <section aria-label={t('Overview')} className={classNames(panelClass, 'overflow-hidden')}>
      <BooksStatus books={data.books} hideAmounts={false} />
    </section>
  )
}

function OverviewContent({ overview: { waiting, today, books } }: { overview: Overview }) {
  const hideAmounts = useAmountsHidden()
  const seesBooks = useHasPermission('audit:read')
  return (
    <>
      <dl className={classNames('grid gap-px bg-line', seesBooks ? 'sm:grid-cols-2 lg:grid-cols-4' : 'sm:grid-cols-3')}>
        <Metric name={t('Waiting')} note={<OldestPendingLink waiting={waiting} />}>
          {formatNumber(waiting.count)}
        </Metric>
        <Metric
          name={t('Deposits today')}
          note={t('{count, plural, one {# deposit booked today} other {# deposits booked today}}', today.deposits)}
        >
          <HideableAmount amount={today.deposits.amount} />
        </Metric>
        <Metric
          name={t('Transfers today')}
          note={t('{count, plural, one {# transfer booked today} other {# transfers booked today}}', today.transfers)}
        >
          <HideableAmount amount={today.transfers.amount} />
        </Metric>
        {seesBooks && (
          <Metric
            name={t('Customer balances')}
            note={
              books
                ? t('{count, plural, one {# account at last check} other {# accounts at last check}}', {
                    count: books.accounts,
                  })
                : t('Not calculated yet')
            }
          >
            {books ? <HideableAmount amount={books.customerBalances} /> : verbatim('–')}
          </Metric>
        )}
      </dl>
      {seesBooks && <BooksStatus books={books} hideAmounts={hideAmounts} />}
    </>
  )
}

function Metric({ name, note, children }: { name: Text; note: Content; children: Content }) {
  return (
    <div className="grid content-start gap-x-4 gap-y-0.5 bg-surface px-4 py-2 max-sm:grid-cols-[minmax(min-content,1fr)_auto] max-sm:items-baseline sm:px-5 sm:py-3">
      <dt className="text-sm text-muted max-sm:font-medium max-sm:text-ink">{name}</dt>
      <dd className="figures font-display text-lg leading-tight break-all sm:text-[1.375rem]">{children}</dd>
      <dd className="figures text-sm text-muted max-sm:col-span-2">{note}</dd>
    </div>
  )
}

function OldestPendingLink({ waiting: { count, oldestSubmittedAt } }: Pick<Overview, 'waiting'>) {
  if (count === 0 || !oldestSubmittedAt) return t('Nothing is waiting')
  return (
    <Link
      to="/dashboard/all-transactions?status=Pending"
      className={classNames(
        'inline-flex items-center gap-0.5 font-medium underline-offset-4 hover:underline',
        isOverdue(oldestSubmittedAt) ? 'text-warning' : 'text-accent',
      )}
    >
      {t('oldest {age}', { age: formatAge(oldestSubmittedAt) })}
      <ChevronRight aria-hidden className="size-4" />
    </Link>
  )
}

/** As tall as what comes, on a phone too, where the cards below would jump. */
function OverviewSkeleton() {
  const seesBooks = useHasPermission('audit:read')
  const metrics = ['waiting', 'deposits', 'transfers', ...(seesBooks ? ['balances'] : [])]
  return (
    <div role="status" className="grid gap-3 p-4 sm:grid-cols-2 sm:gap-4 sm:p-5 lg:grid-cols-4">
      {metrics.map((name) => (
        <Skeleton key={name} className="h-14 sm:h-16" />
      ))}
      {seesBooks && <Skeleton className="col-span-full h-21 sm:h-5" />}
      <span className="sr-only">{t('Loading...')}</span>
    </div>
  )
}

const LoadError = ({ onRetry, busy }: { onRetry: () => void; busy: boolean }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 p-5">
    <p role="alert" className="font-medium text-negative">
      {t('Failed to load the overview.')}
    </p>
    <Button variant="secondary" busy={busy} onClick={onRetry}>
      {t('Try again')}
    </Button>
  </div>
)
