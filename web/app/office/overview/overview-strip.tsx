import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import type { Overview } from '#contract/overview.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { ageOf, isLate } from '../age.ts'
import { panelClass } from '../office-page.tsx'
import { overviewQuery } from './overview-query.ts'
import { ProofLine } from './proof-line.tsx'

export function OverviewStrip() {
  const overview = useQuery(overviewQuery)
  return (
    <section aria-label="Overview" className={classNames(panelClass, 'overflow-hidden')}>
      {overview.data && <Figures overview={overview.data} />}
      {!overview.data && overview.isError && (
        <Failed onRetry={() => void overview.refetch()} busy={overview.isFetching} />
      )}
      {!overview.data && !overview.isError && <Shape />}
    </section>
  )
}

function Figures({ overview: { waiting, today, books } }: { overview: Overview }) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
        <Figure name="Waiting" note={<WaitingNote waiting={waiting} />}>
          {waiting.count.toLocaleString('en-US')}
        </Figure>
        <Figure name="Deposits today" note={`${countOf(today.deposits.count, 'deposit')} by value date`}>
          {formatDollars(today.deposits.amount)}
        </Figure>
        <Figure name="Transfers today" note={`${countOf(today.transfers.count, 'transfer')} by value date`}>
          {formatDollars(today.transfers.amount)}
        </Figure>
        <Figure
          name="Customer balances"
          note={books ? `${countOf(books.accounts, 'account')}, when last verified` : 'Not added up yet'}
        >
          {books ? formatDollars(books.customerBalances) : '–'}
        </Figure>
      </dl>
      <ProofLine books={books} />
    </>
  )
}

const countOf = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

function Figure({ name, note, children }: { name: string; note: ReactNode; children: string }) {
  return (
    <div className="grid content-start gap-0.5 bg-surface px-4 py-3 sm:px-5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures font-display text-[1.375rem] leading-tight break-all">{children}</dd>
      <dd className="figures text-sm text-muted">{note}</dd>
    </div>
  )
}

function WaitingNote({ waiting: { count, oldestSubmittedAt } }: Pick<Overview, 'waiting'>) {
  if (count === 0 || !oldestSubmittedAt) return 'Nothing to decide'
  return (
    <Link
      to="/dashboard/all-transactions?status=Pending"
      className={classNames(
        'inline-flex items-center gap-0.5 font-medium underline-offset-4 hover:underline',
        isLate(oldestSubmittedAt) ? 'text-warning' : 'text-accent',
      )}
    >
      longest for {ageOf(oldestSubmittedAt)}
      <ChevronRight aria-hidden className="size-4" />
    </Link>
  )
}

function Shape() {
  return (
    <div role="status" className="grid grid-cols-2 gap-4 p-5 lg:grid-cols-4">
      {['waiting', 'deposits', 'transfers', 'balances'].map((name) => (
        <Skeleton key={name} className="h-16" />
      ))}
      <Skeleton className="col-span-full h-5" />
      <span className="sr-only">Loading...</span>
    </div>
  )
}

const Failed = ({ onRetry, busy }: { onRetry: () => void; busy: boolean }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 p-5">
    <p role="alert" className="font-medium text-negative">
      The overview could not be loaded.
    </p>
    <Button look="secondary" busy={busy} onClick={onRetry}>
      Try again
    </Button>
  </div>
)
