import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AdminTransaction } from '#contract/transactions.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { ageOf, isLate } from '../age.ts'
import { TableFailed, TableShape } from '../table-parts.tsx'
import { waitingQuery } from '../transactions/transactions-query.ts'
import { DeskCard, DeskRest, deskLineClass } from './admin-home-card.tsx'

const SHOWN = 5

/** The five who wait longest; each opens with everything its decision rests on. */
export function DeskDecisions() {
  const query = useInfiniteQuery(waitingQuery())
  const waiting = query.data?.pages.flatMap(({ items }) => items)
  return (
    <DeskCard title="Waiting for a decision" to="/dashboard/all-transactions" all="All transactions">
      {!waiting && !query.isError && <TableShape rows={SHOWN} />}
      {!waiting && query.isError && (
        <TableFailed text="Failed to load transactions." onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
      {waiting?.length === 0 && (
        <DeskRest>Nothing waits. New deposits and transfers appear here by themselves.</DeskRest>
      )}
      {waiting && waiting.length > 0 && (
        <ul className="divide-y divide-line">
          {waiting.slice(0, SHOWN).map((transaction) => (
            <li key={transaction._id}>
              <Line transaction={transaction} />
            </li>
          ))}
        </ul>
      )}
    </DeskCard>
  )
}

function Line({ transaction }: { transaction: AdminTransaction }) {
  const { _id, user, type, amount, submittedAt, duplicateReceipt, proposedBy } = transaction
  const flag = proposedBy ? `Proposed by ${proposedBy.fullName}` : duplicateReceipt ? 'Receipt sent before' : null
  return (
    <Link to={`/dashboard/all-transactions?transaction=${_id}`} className={deskLineClass}>
      <span className="truncate font-medium">{user.fullName}</span>
      <HideableAmount dollars={amount} signed className="text-right font-semibold" />
      <span className="flex min-w-0 flex-wrap gap-x-3 text-sm text-muted">
        {type}
        {flag && <span className="font-medium text-warning">{flag}</span>}
      </span>
      <span
        className={classNames(
          'figures text-right text-sm',
          isLate(submittedAt) ? 'font-medium text-warning' : 'text-muted',
        )}
      >
        waiting {ageOf(submittedAt)}
      </span>
    </Link>
  )
}
