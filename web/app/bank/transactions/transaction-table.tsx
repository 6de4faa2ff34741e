// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as cards loses its implicit roles

import { lazy, memo, Suspense, useState } from 'react'
import type { OwnTransaction } from '#contract/payments/transactions.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t, translateText } from '../../shared/i18n/i18n.ts'
import { TYPE_NAMES } from '../../shared/transaction-names.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { bookingNote } from '../../shared/ui/figures/booking-note.ts'
import { customerTime } from '../../shared/ui/figures/dates.ts'
import { ReversedChip } from '../../shared/ui/figures/reversed-chip.tsx'
import { transactionDay } from '../../shared/ui/figures/transaction-date.ts'
import { useGrowing } from '../../shared/ui/loading/grow.ts'
import { useAccounts } from '../accounts/accounts-query.ts'
import { groupByDay } from './day-groups.ts'
import { accountOf, counterpartyLabel, payeeName } from './transaction-labels.ts'
import { TransactionMark } from './transaction-mark.tsx'
import { isCancelled, shownReason, TransactionStatus } from './transaction-status.tsx'

// The details dialog loads when the first row is opened.
const TransactionDetails = lazy(() =>
  import('./transaction-details.tsx').then((module) => ({ default: module.TransactionDetails })),
)

/** More of them would be a long task on a slow phone. */
const ROWS_AT_ONCE = 5
const ROW_REM = 4.5

type Props = {
  label: Text
  query: { data: readonly OwnTransaction[] | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** Shown in an empty list, with the action that would fill it. Without it, the list is empty because of its filters. */
  empty?: Content
  /** Columns with headings, where the page is wide. Without it, two lines for each transaction. */
  columns?: boolean
  /** The transaction that a link opens. */
  linked?: { id: string; onClose: () => void } | undefined
}

/** Payee first, by day. */
export function TransactionTable({ label, query, empty, columns = false, linked }: Props) {
  const [shown, setShown] = useState<OwnTransaction | null>()
  const { data } = query
  const rows = useGrowing(data?.length ?? 0, ROWS_AT_ONCE)
  if (!data && query.isError) return <Failed onRetry={query.refetch} retrying={query.isFetching} />
  if (!data) return <Loading />
  if (data.length === 0) return empty === undefined ? <NothingFound /> : <Empty>{empty}</Empty>
  const linkedTransaction = data.find(({ _id }) => _id === linked?.id)
  const close = () => {
    setShown(null)
    if (linkedTransaction) linked?.onClose()
  }
  return (
    <>
      <table
        role="table"
        aria-label={label}
        className={classNames(
          'block w-full',
          columns && 'xl:grid xl:grid-cols-[auto_minmax(0,1fr)_auto_auto_auto_auto] xl:gap-x-5',
        )}
      >
        <thead role="rowgroup" className={columns ? classNames('max-xl:sr-only', subgrid) : 'sr-only'}>
          <tr role="row" className={classNames('border-b border-line px-6 text-sm text-muted', columns && subgrid)}>
            <Head className="xl:col-start-4">{t('Date')}</Head>
            <Head className="xl:col-start-3">{t('Type')}</Head>
            <Head className="xl:col-start-6 xl:text-end">{t('Amount')}</Head>
            <Head className="xl:col-start-5">{t('Status')}</Head>
          </tr>
        </thead>
        {groupByDay(data.slice(0, rows)).map(({ key, name, items }) => (
          <tbody
            key={key}
            role="rowgroup"
            aria-label={name}
            className={classNames('block pb-1 last:pb-3', columns && subgrid)}
          >
            {items.map((transaction, index) => (
              <Row
                key={transaction._id}
                transaction={transaction}
                day={index === 0 ? name : undefined}
                columns={columns}
                onOpen={setShown}
              />
            ))}
          </tbody>
        ))}
      </table>
      {/* The height of rows to come: below them, the next page is loaded when it is near. */}
      {rows < data.length && <div style={{ height: `${(data.length - rows) * ROW_REM}rem` }} />}
      {(shown !== undefined || linkedTransaction) && (
        <Suspense>
          <TransactionDetails
            transaction={shown ? current(shown, data) : (linkedTransaction ?? null)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

/** The columns of the table, in every row. */
const subgrid = 'xl:col-span-full xl:grid xl:grid-cols-subgrid'

/** As last loaded: its owner may have changed the note, or staff decided it. */
const current = (shown: OwnTransaction, loaded: readonly OwnTransaction[]) =>
  loaded.find(({ _id }) => _id === shown._id) ?? shown

const Head = ({ children, className }: { children: Text; className: string }) => (
  <th role="columnheader" scope="col" className={classNames('py-3 font-medium xl:row-start-1', className)}>
    {children}
  </th>
)

type RowProps = {
  transaction: OwnTransaction
  /** The first row of a day has its heading: a row of its own would be read as a transaction. */
  day: Text | undefined
  columns: boolean
  onOpen: (transaction: OwnTransaction) => void
}

/**
 * The cells are in the order of the headings, Date first, and are shown payee first. Two lines: mark, payee and amount; below them
 * type, time and status.
 */
const Row = memo(({ transaction, day, columns, onOpen }: RowProps) => {
  const accounts = useAccounts()
  const account = accountOf(transaction, accounts)
  const savingsName = account?.kind === 'savings' && account.name
  const booked = bookingNote(transaction, transactionDay)
  const reason = shownReason(transaction)
  const type = t(TYPE_NAMES[transaction.type])
  const isPlain = transaction.status === 'Completed' && !transaction.reversedBy && !transaction.returnedBy
  const at = (twoLines: string, wide: string) =>
    classNames(twoLines, columns && 'xl:row-start-1 xl:self-center', columns && wide)
  const Heading = columns ? 'h2' : 'h3'
  return (
    <tr
      role="row"
      className={classNames(
        'relative grid grid-cols-[auto_minmax(0,auto)_minmax(min-content,1fr)_auto] px-5 py-3 sm:px-6',
        columns && subgrid,
        day && 'pt-12!',
      )}
    >
      <td role="cell" className={at('col-start-3 row-start-2 text-sm text-muted', 'xl:col-start-4')}>
        {day && (
          <Heading className="absolute inset-x-5 top-4 truncate text-sm font-semibold text-muted sm:inset-x-6">
            {day}
          </Heading>
        )}
        <button
          type="button"
          onClick={() => onOpen(transaction)}
          className={classNames(
            'figures text-start whitespace-nowrap after:absolute after:inset-x-0 after:bottom-0 hover:after:bg-ink/3',
            'focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
            day ? 'after:top-10' : 'after:top-0',
            columns && 'xl:text-[0.9375rem] xl:text-ink',
          )}
        >
          <span className={columns ? 'max-xl:sr-only' : 'sr-only'}>
            {transactionDay(transaction.createdAt)}
            {verbatim(' - ')}
          </span>
          {customerTime(transaction.createdAt)}
          <span className="sr-only">
            {t(', {type} {label}, show details', {
              type,
              label: joinTexts(' · ', savingsName, counterpartyLabel(transaction, accounts)),
            })}
          </span>
        </button>
        {booked && <span className="figures block">{booked}</span>}
      </td>
      <td role="cell" className="contents">
        <span
          className={at(
            'col-start-1 row-span-2 row-start-1 me-3 self-center max-[22.4rem]:hidden',
            'xl:row-span-1 xl:me-0',
          )}
        >
          <TransactionMark transaction={transaction} />
        </span>
        <span
          className={at(
            'col-span-2 col-start-2 row-start-1 line-clamp-2 min-w-0 pe-3 font-medium wrap-anywhere',
            'xl:col-span-1 xl:pe-0',
          )}
        >
          <bdi>{payeeName(transaction, accounts)}</bdi>
        </span>
        <span
          className={at(
            "col-start-2 row-start-2 me-1.5 truncate text-sm text-muted after:ms-1.5 after:content-['·']",
            'xl:col-start-3 xl:me-0 xl:max-w-48 xl:text-[0.9375rem] xl:after:hidden',
          )}
        >
          {joinTexts(' · ', type, savingsName)}
        </span>
      </td>
      <td role="cell" className={at('col-start-4 row-start-1 text-end whitespace-nowrap', 'xl:col-start-6')}>
        <HideableAmount
          amount={transaction.amount}
          signed={!isCancelled(transaction)}
          className={classNames('font-semibold', isCancelled(transaction) && 'text-muted')}
        />
      </td>
      <td role="cell" className="contents">
        <span
          className={at(
            classNames(
              'col-start-4 row-start-2 flex flex-wrap gap-1 justify-self-end',
              'max-[22.4rem]:col-span-3 max-[22.4rem]:col-start-2 max-[22.4rem]:row-start-3',
              isPlain && (columns ? 'max-xl:sr-only' : 'sr-only'),
            ),
            'xl:col-start-5 xl:justify-self-start',
          )}
        >
          <TransactionStatus transaction={transaction} />
          <ReversedChip transaction={transaction} />
        </span>
        {reason && (
          <span
            className={classNames(
              'col-span-3 col-start-2 row-start-3 mt-1 text-sm wrap-anywhere text-muted max-[22.4rem]:row-start-4',
              columns && 'xl:col-span-5 xl:row-start-2',
            )}
          >
            {translateText(reason)}
          </span>
        )}
      </td>
    </tr>
  )
})

function Loading() {
  return (
    <div role="status" className="grid gap-5 p-5">
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="ms-auto h-4 w-20" />
        </div>
      ))}
      <span className="text-sm text-muted">{t('Loading...')}</span>
    </div>
  )
}

function Failed({ onRetry, retrying }: { onRetry: () => unknown; retrying: boolean }) {
  return (
    <div className="grid justify-items-start gap-4 p-6">
      <p role="alert" className="font-medium text-negative">
        {t('Failed to load transactions.')}
      </p>
      <Button variant="secondary" busy={retrying} onClick={() => onRetry()}>
        {t('Try again')}
      </Button>
    </div>
  )
}

const NothingFound = () => (
  <p className="px-6 py-12 text-center text-muted">{t('No matches. Try removing a filter.')}</p>
)

const Empty = ({ children }: { children: Content }) => (
  <div className="grid justify-items-center gap-3 px-6 py-12 text-center">
    <p className="font-display text-xl">{t('No recent transactions')}</p>
    {children}
  </div>
)
