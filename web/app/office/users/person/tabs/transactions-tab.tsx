import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { Link } from 'react-router'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../../../shared/i18n/i18n.ts'
import { TYPE_NAMES } from '../../../../shared/transaction-names.ts'
import { ButtonLink } from '../../../../shared/ui/button.tsx'
import { classNames } from '../../../../shared/ui/class-names.ts'
import { LoadMore } from '../../../../shared/ui/feedback/load-more.tsx'
import { StatusBadge } from '../../../../shared/ui/feedback/status-badge.tsx'
import { Amount } from '../../../../shared/ui/figures/amount.tsx'
import { LeftToRight } from '../../../../shared/ui/page/left-to-right.tsx'
import { rowShortcuts } from '../../../keyboard/row-focus.ts'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { panelClass } from '../../../layout/office-page.tsx'
import { formatDateTime } from '../../../parts/format-date.ts'
import {
  Cell,
  coversRow,
  Head,
  Row,
  Table,
  TableEmpty,
  TableError,
  TableSkeleton,
} from '../../../parts/table-parts.tsx'
import { TagChips } from '../../../tags/tag-chips.tsx'
import type { PersonTabProps } from '../../actions/actions.ts'
import { personTransactionsQuery } from './transactions-tab-query.ts'

const ERROR_TEXT = msg('Failed to load transactions.')

/** The person's transactions. A row opens the panel with all evidence, beside the list of all transactions. */
export function TransactionsTab({ person: { user } }: PersonTabProps) {
  const query = useInfiniteQuery(personTransactionsQuery(user._id))
  const transactions = query.data?.pages.flatMap(({ items }) => items)
  useShortcuts(rowShortcuts())
  return (
    <div className="grid gap-4">
      <div className={classNames(panelClass, 'overflow-hidden')}>
        {transactions && transactions.length > 0 && <Rows name={user.fullName} transactions={transactions} />}
        {transactions?.length === 0 && <TableEmpty title={t('No transactions yet')} />}
        {!transactions && !query.isError && <TableSkeleton rows={5} />}
        {!transactions && query.isError && (
          <TableError text={t(ERROR_TEXT)} onRetry={() => void query.refetch()} busy={query.isFetching} />
        )}
      </div>
      <LoadMore pages={query} failedText={t(ERROR_TEXT)} />
      <ButtonLink
        variant="secondary"
        to={`/dashboard/all-transactions?person=${user._id}`}
        className="justify-self-start"
      >
        <ListChecks aria-hidden className="size-4.5" />
        {t('Filter and decide')}
      </ButtonLink>
    </div>
  )
}

const Rows = ({ name, transactions }: { name: Text; transactions: AdminTransaction[] }) => (
  <Table
    label={t('Transactions of {name}', { name })}
    head={
      <>
        <Head>{t('Date')}</Head>
        <Head>{t('Type')}</Head>
        <Head>{t('Counterparty')}</Head>
        <Head>{t('Reference')}</Head>
        <Head className="text-end">{t('Amount')}</Head>
        <Head>{t('Status')}</Head>
      </>
    }
  >
    {transactions.map((transaction) => (
      <TransactionRow key={transaction._id} transaction={transaction} />
    ))}
  </Table>
)

function TransactionRow({ transaction }: { transaction: AdminTransaction }) {
  const { _id, user, type, amount, status, createdAt, reference, counterparty, account, method, tags } = transaction
  return (
    <Row className="max-lg:grid-cols-[minmax(0,1fr)_auto]">
      <Cell className="figures text-sm max-lg:order-5 lg:whitespace-nowrap">
        <Link
          to={`/dashboard/all-transactions?person=${user._id}&transaction=${_id}`}
          data-row={_id}
          className={coversRow}
        >
          <span className="sr-only">
            {t(TYPE_NAMES[type])}
            {verbatim(': ')}
          </span>
          {formatDateTime(createdAt)}
        </Link>
      </Cell>
      <Cell className="max-lg:order-3 max-lg:text-sm max-lg:text-muted">{t(TYPE_NAMES[type])}</Cell>
      <Cell className="min-w-0 font-medium max-lg:order-1">
        <span className="line-clamp-2 wrap-anywhere">
          {(method !== 'move' && counterparty?.accountName) || t(METHODS[method])}
        </span>
        {account && <span className="block text-sm wrap-anywhere text-muted">{account.name}</span>}
        <TagChips tags={tags} />
      </Cell>
      <Cell className="figures text-sm text-muted max-lg:order-6 max-lg:justify-self-end">
        <LeftToRight>{reference}</LeftToRight>
      </Cell>
      <Cell className="text-end whitespace-nowrap max-lg:order-2">
        <Amount amount={amount} signed className="font-semibold" />
      </Cell>
      <Cell className="max-lg:order-4 max-lg:justify-self-end">
        <StatusBadge status={status} />
      </Cell>
    </Row>
  )
}

/** For transactions without a counterparty. */
const METHODS: Record<AdminTransaction['method'], TextId> = {
  wire: msg('Wire transfer'),
  bank: msg('Bank deposit'),
  crypto: msg('Crypto deposit'),
  internal: msg('Internal transfer'),
  adjustment: msg('Booked by the bank'),
  move: msg('Between own accounts'),
}
