import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, Scale } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import type { BookCheck, Overview } from '#contract/overview.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { Amount } from '../../shared/ui/amount.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { ageOf, ago, isLate } from '../age.ts'
import { panelClass } from '../office-page.tsx'
import { overviewQuery } from './overview-query.ts'
import { isSound, ProofLine } from './books-status.tsx'

type Props = {
  /** Above a room of the back office: always with its amounts, and on a phone one line that opens. */
  inRoom?: boolean
}

export function OverviewStrip({ inRoom = false }: Props) {
  const overview = useQuery(overviewQuery)
  return (
    <section aria-label="Overview" className={classNames(panelClass, 'overflow-hidden')}>
      {overview.data && <Figures overview={overview.data} inRoom={inRoom} />}
      {!overview.data && overview.isError && (
        <Failed onRetry={() => void overview.refetch()} busy={overview.isFetching} />
      )}
      {!overview.data && !overview.isError && <Shape />}
    </section>
  )
}

function Figures({ overview: { waiting, today, books }, inRoom }: Required<Props> & { overview: Overview }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const hideAmounts = useAmountsHidden() && !inRoom
  const Dollars = inRoom ? Amount : HideableAmount
  // Books that are wrong are never folded away.
  const sound = inRoom && isSound(books) ? books : null
  return (
    <>
      {sound && <Fold waiting={waiting} books={sound} open={open} onToggle={() => setOpen(!open)} controls={id} />}
      <div id={id} className={classNames(sound && !open && 'max-sm:hidden', sound && 'max-sm:border-t border-line')}>
        <dl className="grid gap-px bg-line sm:grid-cols-2 lg:grid-cols-4">
          <Figure name="Waiting" note={<WaitingNote waiting={waiting} />}>
            {waiting.count.toLocaleString('en-US')}
          </Figure>
          <Figure name="Deposits today" note={`${countOf(today.deposits.count, 'deposit')} by value date`}>
            <Dollars dollars={today.deposits.amount} />
          </Figure>
          <Figure name="Transfers today" note={`${countOf(today.transfers.count, 'transfer')} by value date`}>
            <Dollars dollars={today.transfers.amount} />
          </Figure>
          <Figure
            name="Customer balances"
            note={books ? `${countOf(books.accounts, 'account')}, when last verified` : 'Not added up yet'}
          >
            {books ? <Dollars dollars={books.customerBalances} /> : '–'}
          </Figure>
        </dl>
        <ProofLine books={books} hideAmounts={hideAmounts} />
      </div>
    </>
  )
}

type FoldProps = Pick<Overview, 'waiting'> & {
  books: BookCheck
  open: boolean
  onToggle: () => void
  controls: string
}

const Fold = ({ waiting, books, open, onToggle, controls }: FoldProps) => (
  <button
    type="button"
    aria-expanded={open}
    aria-controls={controls}
    onClick={onToggle}
    className="flex min-h-12 w-full items-center gap-2 px-4 py-1.5 text-left leading-snug focus-visible:-outline-offset-2 sm:hidden"
  >
    <Scale aria-hidden className="size-5 shrink-0 text-positive" />
    <span className="figures min-w-0 flex-1 text-[0.9375rem]">
      <span className="font-medium">{waiting.count.toLocaleString('en-US')} waiting</span>
      <span className="text-sm text-muted">
        {/* One line on a phone: what is balanced is said by the scales, and to those who do not see them. */}
        {' · '}
        <span className="max-[30rem]:sr-only">the books </span>
        <span className="whitespace-nowrap">balanced {ago(books.verifiedAt)}</span>
      </span>
    </span>
    <ChevronDown aria-hidden className={classNames('size-5 shrink-0 text-muted', open && 'rotate-180')} />
  </button>
)

const countOf = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

function Figure({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
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
