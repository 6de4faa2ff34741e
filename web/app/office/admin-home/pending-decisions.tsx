import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AdminTransaction } from '#contract/transactions.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { formatAge, isOverdue } from '../age.ts'
import { TableError, TableSkeleton } from '../table-parts.tsx'
import { pendingQuery } from '../transactions/transactions-query.ts'
import { AdminHomeCard, AdminHomeEmpty, adminHomeRowClass } from './admin-home-card.tsx'

const ROW_COUNT = 5

/** The five oldest pending transactions; each row opens its decision panel. */
export function PendingDecisions() {
  const query = useInfiniteQuery(pendingQuery())
  const pending = query.data?.pages.flatMap(({ items }) => items)
  return (
    <AdminHomeCard title="Waiting for a decision" to="/dashboard/all-transactions" linkText="All transactions">
      {!pending && !query.isError && <TableSkeleton rows={ROW_COUNT} />}
      {!pending && query.isError && (
        <TableError text="Failed to load transactions." onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
      {pending?.length === 0 && (
        <AdminHomeEmpty>Nothing is waiting. New deposits and transfers appear here automatically.</AdminHomeEmpty>
      )}
      {pending && pending.length > 0 && (
        <ul className="divide-y divide-line">
          {pending.slice(0, ROW_COUNT).map((transaction) => (
            <li key={transaction._id}>
              <PendingRow transaction={transaction} />
            </li>
          ))}
        </ul>
      )}
    </AdminHomeCard>
  )
}

function PendingRow({ transaction }: { transaction: AdminTransaction }) {
  const { _id, user, type, amount, submittedAt, duplicateReceipt, proposedBy } = transaction
  const flag = proposedBy ? `Proposed by ${proposedBy.fullName}` : duplicateReceipt ? 'Duplicate receipt' : null
  return (
    <Link to={`/dashboard/all-transactions?transaction=${_id}`} className={adminHomeRowClass}>
      <span className="truncate font-medium">{user.fullName}</span>
      <HideableAmount dollars={amount} signed className="text-right font-semibold" />
      <span className="flex min-w-0 flex-wrap gap-x-3 text-sm text-muted">
        {type}
        {flag && <span className="font-medium text-warning">{flag}</span>}
      </span>
      <span
        className={classNames(
          'figures text-right text-sm',
          isOverdue(submittedAt) ? 'font-medium text-warning' : 'text-muted',
        )}
      >
        waiting {formatAge(submittedAt)}
      </span>
    </Link>
  )
}
