// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as cards loses its implicit roles

import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { lazy, memo, Suspense, useState } from 'react'
import type { OwnTransaction } from '#contract/payments/transactions.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t, translateText } from '../../shared/i18n/i18n.ts'
import { TYPE_NAMES } from '../../shared/transaction-names.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { StatusBadge } from '../../shared/ui/feedback/status-badge.tsx'
import { bookingNote } from '../../shared/ui/figures/booking-note.ts'
import { ReversedChip } from '../../shared/ui/figures/reversed-chip.tsx'
import { transactionDate, transactionDay } from '../../shared/ui/figures/transaction-date.ts'
import { useGrowing } from '../../shared/ui/loading/grow.ts'
import { useAccounts } from '../accounts/accounts-query.ts'
import { accountOf, counterpartyLabel } from './transaction-labels.ts'

// The details dialog loads when the first row is opened.
const TransactionDetails = lazy(() =>
  import('./transaction-details.tsx').then((module) => ({ default: module.TransactionDetails })),
)

/** More of them would be a long task on a slow phone. */
const ROWS_AT_ONCE = 5
const ROW_REM = 5.5

type Props = {
  label: Text
  query: { data: readonly OwnTransaction[] | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** Shown in an empty list, with the action that would fill it. */
  empty: Content
  /** Shows cards at every width, for narrow columns. */
  narrow?: boolean
  /** The transaction that a link opens. */
  linked?: { id: string; onClose: () => void } | undefined
}

export function TransactionTable({ label, query, empty, narrow = false, linked }: Props) {
  const [shown, setShown] = useState<OwnTransaction | null>()
  const { data } = query
  const rows = useGrowing(data?.length ?? 0, ROWS_AT_ONCE)
  if (!data && query.isError) return <Failed onRetry={query.refetch} retrying={query.isFetching} />
  if (!data) return <Loading />
  if (data.length === 0) return <Empty>{empty}</Empty>
  const linkedTransaction = data.find(({ _id }) => _id === linked?.id)
  const close = () => {
    setShown(null)
    if (linkedTransaction) linked?.onClose()
  }
  return (
    <>
      <table role="table" aria-label={label} className={classNames('w-full', narrow ? 'block' : 'max-md:block')}>
        <thead role="rowgroup" className={narrow ? 'sr-only' : 'max-md:sr-only'}>
          <tr role="row" className="border-b border-line text-start text-sm text-muted">
            <Head>{t('Date')}</Head>
            <Head>{t('Type')}</Head>
            <Head className="text-end">{t('Amount')}</Head>
            <Head className="ps-5 lg:ps-8">{t('Status')}</Head>
          </tr>
        </thead>
        <tbody role="rowgroup" className={narrow ? 'block' : 'max-md:block'}>
          {data.slice(0, rows).map((transaction) => (
            <Row key={transaction._id} transaction={transaction} narrow={narrow} onOpen={setShown} />
          ))}
        </tbody>
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

/** As last loaded: its owner may have changed the note, or staff decided it. */
const current = (shown: OwnTransaction, loaded: readonly OwnTransaction[]) =>
  loaded.find(({ _id }) => _id === shown._id) ?? shown

const Head = ({ children, className }: { children: Text; className?: string }) => (
  <th role="columnheader" scope="col" className={classNames('px-3 py-3 font-medium first:ps-6 last:pe-6', className)}>
    {children}
  </th>
)

type RowProps = { transaction: OwnTransaction; narrow: boolean; onOpen: (transaction: OwnTransaction) => void }

const Row = memo(({ transaction, narrow, onOpen }: RowProps) => {
  const booked = bookingNote(transaction, transactionDay)
  const label = useLabel(transaction)
  const card = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1.5 px-5 py-4 sm:px-6'
  const cardOnPhone =
    'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1.5 max-md:px-5 max-md:py-4 sm:max-md:px-6'
  const cell = (order: string, table: string) =>
    narrow ? order : classNames(order, 'align-middle md:px-3 md:py-4 md:first:ps-6 md:last:pe-6', table)
  return (
    <tr
      role="row"
      className={classNames(
        'relative border-b border-line transition-colors last:border-b-0 hover:bg-ink/3',
        narrow ? card : cardOnPhone,
      )}
    >
      <td role="cell" className={cell('order-3 min-w-0 self-center max-[22.4rem]:col-span-2', 'md:whitespace-nowrap')}>
        <button
          type="button"
          onClick={() => onOpen(transaction)}
          className={classNames(
            'figures text-start after:absolute after:inset-0 focus-visible:outline-none',
            'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
            narrow
              ? 'text-[0.8125rem] text-muted'
              : 'max-md:text-[0.8125rem] max-md:text-muted md:max-lg:text-[0.9375rem]',
          )}
        >
          {transactionDate(transaction.createdAt)}
          <span className="sr-only">
            {t(', {type} {label}, show details', { type: t(TYPE_NAMES[transaction.type]), label })}
          </span>
        </button>
        {booked && <span className="figures block text-sm whitespace-normal text-muted">{booked}</span>}
      </td>
      <td role="cell" className={cell('order-1 min-w-0', 'md:max-w-0 md:w-full lg:w-[40%]')}>
        <TypeAndCounterparty transaction={transaction} label={label} narrow={narrow} />
      </td>
      <td role="cell" className={cell('order-2 text-end whitespace-nowrap', '')}>
        <HideableAmount amount={transaction.amount} signed className="font-semibold" />
      </td>
      <td
        role="cell"
        className={cell(
          transaction.reason || transaction.reversedBy || transaction.returnedBy
            ? 'order-4 col-span-2'
            : 'order-4 justify-self-end max-[22.4rem]:col-span-2 max-[22.4rem]:justify-self-start',
          'md:ps-5 md:text-start lg:ps-8 lg:w-[22%]',
        )}
      >
        <span className="inline-flex flex-wrap gap-1">
          <StatusBadge status={transaction.status} />
          <ReversedChip transaction={transaction} />
        </span>
        {transaction.reason && (
          <span className="mt-1 block text-sm md:max-w-52 md:min-w-36 break-words text-muted">
            {translateText(transaction.reason)}
          </span>
        )}
      </td>
    </tr>
  )
})

/** 'to Grace Example', or 'Holidays · from Main account' for a savings account. */
function useLabel(transaction: OwnTransaction): Text {
  const accounts = useAccounts()
  const account = accountOf(transaction, accounts)
  const label = counterpartyLabel(transaction, accounts)
  return account?.kind === 'savings' ? joinTexts(' · ', account.name, label) : label
}

function TypeAndCounterparty({ transaction, label, narrow }: Omit<RowProps, 'onOpen'> & { label: Text }) {
  const incoming = transaction.type === 'Deposit'
  const Icon = incoming ? ArrowDownLeft : ArrowUpRight
  return (
    <span className="flex items-center gap-3">
      <span
        className={classNames(
          // Hidden on the narrowest phones; the sign and the type say the same.
          'grid size-9 shrink-0 place-items-center rounded-full max-[22.4rem]:hidden',
          incoming ? 'bg-positive-soft text-positive' : 'bg-sunken text-muted',
        )}
      >
        <Icon aria-hidden className="size-4.5" />
      </span>
      <span className="grid min-w-0">
        <span className="font-medium">{t(TYPE_NAMES[transaction.type])}</span>
        <span className={classNames('text-sm text-muted', narrow ? 'line-clamp-2' : 'max-lg:line-clamp-2 lg:truncate')}>
          {label}
        </span>
      </span>
    </span>
  )
}

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

const Empty = ({ children }: { children: Content }) => (
  <div className="grid justify-items-center gap-3 px-6 py-12 text-center">
    <p className="font-display text-xl">{t('No recent transactions')}</p>
    {children}
  </div>
)
