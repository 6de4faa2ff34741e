import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import type { Overview } from '#contract/overview.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { ageOf, isLate } from '../age.ts'
import { panelClass } from '../office-page.tsx'
import { overviewQuery } from './overview-query.ts'
import { isSound, ProofLine } from './proof-line.tsx'

type Props = {
  hideAmounts?: boolean
  /** On a phone one line that opens: above a page that was come to for something else. */
  folds?: boolean
}

export function OverviewStrip({ hideAmounts = false, folds = false }: Props) {
  const overview = useQuery(overviewQuery)
  return (
    <section aria-label="Overview" className={classNames(panelClass, 'overflow-hidden')}>
      {overview.data && <Figures overview={overview.data} hideAmounts={hideAmounts} folds={folds} />}
      {!overview.data && overview.isError && (
        <Failed onRetry={() => void overview.refetch()} busy={overview.isFetching} />
      )}
      {!overview.data && !overview.isError && <Shape />}
    </section>
  )
}

type FiguresProps = Required<Props> & { overview: Overview }

function Figures({ overview: { waiting, today, books }, hideAmounts, folds }: FiguresProps) {
  const [open, setOpen] = useState(false)
  const dollars = (amount: number) => (hideAmounts ? '••••••' : formatDollars(amount))
  const folded = folds && !open && isSound(books)
  return (
    <>
      {folded && <Fold waiting={waiting} onOpen={() => setOpen(true)} />}
      <dl className={classNames('grid gap-px bg-line sm:grid-cols-2 lg:grid-cols-4', folded && 'max-sm:hidden')}>
        <Figure name="Waiting" note={<WaitingNote waiting={waiting} />}>
          {waiting.count.toLocaleString('en-US')}
        </Figure>
        <Figure name="Deposits today" note={`${countOf(today.deposits.count, 'deposit')} by value date`}>
          {dollars(today.deposits.amount)}
        </Figure>
        <Figure name="Transfers today" note={`${countOf(today.transfers.count, 'transfer')} by value date`}>
          {dollars(today.transfers.amount)}
        </Figure>
        <Figure
          name="Customer balances"
          note={books ? `${countOf(books.accounts, 'account')}, when last verified` : 'Not added up yet'}
        >
          {books ? dollars(books.customerBalances) : '–'}
        </Figure>
      </dl>
      <div className={classNames(folded && 'max-sm:hidden')}>
        <ProofLine books={books} hideAmounts={hideAmounts} />
      </div>
    </>
  )
}

const Fold = ({ waiting, onOpen }: Pick<Overview, 'waiting'> & { onOpen: () => void }) => (
  <button
    type="button"
    onClick={onOpen}
    className="flex min-h-12 w-full items-center gap-2 px-4 text-left focus-visible:-outline-offset-2 sm:hidden"
  >
    <Scale aria-hidden className="size-5 shrink-0 text-positive" />
    <span className="figures min-w-0 flex-1">
      <span className="font-medium">{waiting.count.toLocaleString('en-US')} waiting</span>
      <span className="text-muted"> · the books balance</span>
    </span>
    <span className="sr-only">, show the overview</span>
    <ChevronDown aria-hidden className="size-5 text-muted" />
  </button>
)

const countOf = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

function Figure({ name, note, children }: { name: string; note: ReactNode; children: string }) {
  return (
    <div className="grid content-start gap-x-4 gap-y-0.5 bg-surface px-4 py-2 max-sm:grid-cols-[minmax(min-content,1fr)_auto] max-sm:items-baseline sm:px-5 sm:py-3">
      <dt className="text-sm text-muted max-sm:font-medium max-sm:text-ink">{name}</dt>
      <dd className="figures font-display text-lg leading-tight break-all sm:text-[1.375rem]">{children}</dd>
      <dd className="figures text-sm text-muted max-sm:col-span-2">{note}</dd>
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
    <div role="status" className="grid gap-3 p-4 sm:grid-cols-2 sm:gap-4 sm:p-5 lg:grid-cols-4">
      {['waiting', 'deposits', 'transfers', 'balances'].map((name) => (
        <Skeleton key={name} className="h-10 sm:h-16" />
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
