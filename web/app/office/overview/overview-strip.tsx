import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, ListChecks, Scale } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { BookCheck, Overview } from '#contract/office/overview.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { formatNumber, t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { useHasPermission } from '../../shared/session/permitted.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { Amount } from '../../shared/ui/figures/amount.tsx'
import { panelClass } from '../layout/office-page.tsx'
import { formatAge, formatAgo, isOverdue } from '../parts/age.ts'
import { BooksStatus, isBalanced } from './books-status.tsx'
import { overviewQuery } from './overview-query.ts'

type Props = {
  /** Above a back office page: amounts are never hidden, and one line expands to the rest. */
  inOffice?: boolean
}

export function OverviewStrip({ inOffice = false }: Props) {
  const overview = useQuery(overviewQuery)
  return (
    <section aria-label={t('Overview')} className={classNames(panelClass, 'overflow-hidden')}>
      {overview.data && <OverviewContent overview={overview.data} inOffice={inOffice} />}
      {!overview.data && overview.isError && (
        <LoadError onRetry={() => void overview.refetch()} busy={overview.isFetching} />
      )}
      {!overview.data && !overview.isError && <OverviewSkeleton inOffice={inOffice} />}
    </section>
  )
}

function OverviewContent({ overview: { waiting, today, books }, inOffice }: Required<Props> & { overview: Overview }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const hideAmounts = useAmountsHidden() && !inOffice
  const AmountShown = inOffice ? Amount : HideableAmount
  const seesBooks = useHasPermission('audit:read')
  // Books that do not balance are always shown in full.
  const collapsible = inOffice && (!seesBooks || !books || isBalanced(books))
  return (
    <>
      {collapsible && (
        <SummaryToggle
          waiting={waiting}
          books={seesBooks ? books : null}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
          controls={id}
        />
      )}
      <div id={id} className={classNames(collapsible && !isOpen && 'hidden', collapsible && 'border-t border-line')}>
        <dl
          className={classNames('grid gap-px bg-line', seesBooks ? 'sm:grid-cols-2 lg:grid-cols-4' : 'sm:grid-cols-3')}
        >
          <Metric name={t('Waiting')} note={<OldestPendingLink waiting={waiting} />}>
            {formatNumber(waiting.count)}
          </Metric>
          <Metric
            name={t('Deposits today')}
            note={t('{count, plural, one {# deposit dated today} other {# deposits dated today}}', today.deposits)}
          >
            <AmountShown amount={today.deposits.amount} />
          </Metric>
          <Metric
            name={t('Transfers today')}
            note={t('{count, plural, one {# transfer dated today} other {# transfers dated today}}', today.transfers)}
          >
            <AmountShown amount={today.transfers.amount} />
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
              {books ? <AmountShown amount={books.customerBalances} /> : verbatim('–')}
            </Metric>
          )}
        </dl>
        {seesBooks && <BooksStatus books={books} hideAmounts={hideAmounts} />}
      </div>
    </>
  )
}

type SummaryToggleProps = Pick<Overview, 'waiting'> & {
  /** Null: the reader does not see the books. */
  books: BookCheck | null
  isOpen: boolean
  onToggle: () => void
  controls: string
}

const SummaryToggle = ({ waiting, books, isOpen, onToggle, controls }: SummaryToggleProps) => (
  <button
    type="button"
    aria-expanded={isOpen}
    aria-controls={controls}
    onClick={onToggle}
    className="flex min-h-12 w-full items-center gap-2 px-4 py-1 text-start leading-snug focus-visible:-outline-offset-2 sm:min-h-9 pointer-coarse:min-h-12"
  >
    {books ? (
      <Scale aria-hidden className="size-5 shrink-0 text-positive" />
    ) : (
      <ListChecks aria-hidden className="size-5 shrink-0 text-muted" />
    )}
    <span className="figures min-w-0 flex-1 text-[0.9375rem]">
      <span className="font-medium">{t('{count} waiting', { count: formatNumber(waiting.count) })}</span>
      {books ? <BalancedNote books={books} /> : <OldestNote waiting={waiting} />}
    </span>
    <ChevronDown aria-hidden className={classNames('size-5 shrink-0 text-muted', isOpen && 'rotate-180')} />
  </button>
)

const OldestNote = ({ waiting: { oldestSubmittedAt } }: Pick<Overview, 'waiting'>) =>
  oldestSubmittedAt && (
    <span className="text-sm text-muted">
      {verbatim(' · ')}
      {t('oldest {age}', { age: formatAge(oldestSubmittedAt) })}
    </span>
  )

const BalancedNote = ({ books }: { books: BookCheck }) => (
  <span className="text-sm text-muted">
    {/* One line on a phone: there the scales icon stands for the words, which screen readers still read. */}
    {verbatim(' · ')}
    <Trans
      text="<0>books </0><1>balanced {ago}</1>"
      parts={[
        (children) => <span className="max-[30rem]:sr-only">{children}</span>,
        (children) => <span className="whitespace-nowrap">{children}</span>,
      ]}
      values={{ ago: formatAgo(books.verifiedAt) }}
    />
  </span>
)

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
function OverviewSkeleton({ inOffice }: Required<Props>) {
  const seesBooks = useHasPermission('audit:read')
  const metrics = ['waiting', 'deposits', 'transfers', ...(seesBooks ? ['balances'] : [])]
  return (
    <div
      role="status"
      className={inOffice ? 'p-3 sm:p-2' : 'grid gap-3 p-4 sm:grid-cols-2 sm:gap-4 sm:p-5 lg:grid-cols-4'}
    >
      {inOffice ? (
        <Skeleton className="h-6 sm:h-5" />
      ) : (
        metrics.map((name) => <Skeleton key={name} className="h-14 sm:h-16" />)
      )}
      {seesBooks && !inOffice && <Skeleton className="col-span-full h-21 sm:h-5" />}
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
