import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import type { Page } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import type { Content } from '../../../shared/ui/content.ts'
import { panelClass } from '../../layout/office-page.tsx'
import { Head, Table, TableEmpty, TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import type { Decision } from '../decision/decision.ts'
import { TransactionRow } from './transaction-row.tsx'
import type { Selection } from './use-selection.ts'

const ERROR_TEXT = msg('Failed to load transactions.')

export type Transactions = UseInfiniteQueryResult<InfiniteData<Page<AdminTransaction[]>>>

type Props = {
  title: Text
  query: Transactions
  /** Shows how long pending transactions have been waiting. */
  showsAge?: boolean
  selected: string | undefined
  onOpen: (id: string, decision?: Decision) => void
  /** Null for staff who can't decide. */
  selection: Selection | null
  /** Number, sums and order of the list. */
  tools?: Content
}

export function TransactionList({ title, query, tools, ...rows }: Props) {
  const id = useId()
  const transactions = query.data?.pages.flatMap(({ items }) => items)
  const isNothingWaiting = transactions?.length === 0 && title === t('Waiting for a decision')
  return (
    <section aria-labelledby={id} className={classNames(panelClass, 'overflow-clip')}>
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-0.5 max-lg:py-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {tools}
        {isNothingWaiting && <NothingWaiting />}
      </div>
      {!transactions && query.isError && (
        <TableError text={t(ERROR_TEXT)} onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
      {!transactions && !query.isError && <TableSkeleton rows={4} />}
      {transactions?.length === 0 && !isNothingWaiting && <Empty />}
      {transactions && transactions.length > 0 && <Rows label={title} transactions={transactions} {...rows} />}
      {query.hasNextPage && (
        <div className="grid justify-items-center gap-2 border-t border-line p-3">
          {query.isFetchNextPageError && (
            <p role="alert" className="text-negative">
              {t(ERROR_TEXT)}
            </p>
          )}
          <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? t('Loading...') : t('Load more')}
          </Button>
        </div>
      )}
    </section>
  )
}

type RowsProps = Pick<Props, 'showsAge' | 'selected' | 'onOpen' | 'selection'> & {
  label: Text
  transactions: AdminTransaction[]
}

function Rows({ label, transactions, showsAge = false, selected, onOpen, selection }: RowsProps) {
  return (
    <Table
      label={label}
      head={
        <>
          {/* Where nothing can be selected as well, so that the columns of both lists are below each other. */}
          {selection && (
            <Head className="w-11 pe-0">
              <span className="sr-only">{t('Select')}</span>
            </Head>
          )}
          <Head className="w-32">{t('Transaction ID')}</Head>
          <Head className="lg:w-full">{t('User')}</Head>
          <Head className="text-end">{t('Amount')}</Head>
          <Head className="ps-4 lg:max-xl:hidden">{t('Type')}</Head>
          <Head>{t('Status')}</Head>
          <Head className="min-w-28 xl:min-w-38">{t('Date')}</Head>
          <Head className="min-w-24 text-end">
            <span className="sr-only">{t('Decision')}</span>
          </Head>
        </>
      }
    >
      {transactions.map((transaction) => (
        <TransactionRow
          key={transaction._id}
          transaction={transaction}
          showsAge={showsAge}
          selected={transaction._id === selected}
          selection={selection}
          canDecide={selection !== null}
          onOpen={(decision) => onOpen(transaction._id, decision)}
        />
      ))}
    </Table>
  )
}

/** In the line of the heading: the list below it has the room. */
const NothingWaiting = () => (
  <p className="text-sm text-muted">
    <span className="font-medium text-ink">{t('Nothing is waiting')}</span>
    {verbatim(' · ')}
    {t('New deposits and transfers appear here automatically.')}
  </p>
)

const Empty = () => (
  <TableEmpty title={t('No transactions')}>
    <p className="text-muted">{t('No matches. Remove a filter or change it.')}</p>
  </TableEmpty>
)
