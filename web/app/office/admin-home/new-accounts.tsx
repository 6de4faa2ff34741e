import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Submission } from '#contract/verification.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { formatAge, isOverdue } from '../age.ts'
import { TableError, TableSkeleton } from '../table-parts.tsx'
import { queueQuery } from '../verifications/verifications-query.ts'
import { AdminHomeCard, AdminHomeEmpty, adminHomeRowClass } from './admin-home-card.tsx'

const ROW_COUNT = 5

/** New customers whose documents wait, oldest first. */
export function NewAccounts() {
  const query = useInfiniteQuery(queueQuery())
  const waiting = query.data?.pages.flatMap(({ items }) => items)
  return (
    <AdminHomeCard
      title={titleOf(waiting?.length ?? 0, query.hasNextPage)}
      to="/dashboard/verifications"
      linkText="See all"
    >
      {!waiting && !query.isError && <TableSkeleton rows={2} />}
      {!waiting && query.isError && (
        <TableError text="Failed to load verifications." onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
      {waiting?.length === 0 && <AdminHomeEmpty>No new accounts are waiting for verification.</AdminHomeEmpty>}
      {waiting && waiting.length > 0 && (
        <ul className="divide-y divide-line">
          {waiting.slice(0, ROW_COUNT).map((submission) => (
            <li key={submission._id}>
              <NewAccountRow submission={submission} />
            </li>
          ))}
        </ul>
      )}
    </AdminHomeCard>
  )
}

function titleOf(count: number, hasMore: boolean): string {
  if (count === 0) return 'New accounts to verify'
  return count === 1 ? '1 new account to verify' : `${count}${hasMore ? '+' : ''} new accounts to verify`
}

const NewAccountRow = ({ submission: { user, submittedAt, documents } }: { submission: Submission }) => (
  <Link to={`/dashboard/verifications/${user._id}`} className={adminHomeRowClass}>
    <span className="truncate font-medium">{user.fullName}</span>
    <span
      className={classNames(
        'figures text-right text-sm',
        isOverdue(submittedAt) ? 'font-medium text-warning' : 'text-muted',
      )}
    >
      waiting {formatAge(submittedAt)}
    </span>
    <span className="truncate text-sm text-muted">{user.email}</span>
    <span className="text-right text-sm text-muted">
      {documents.length} {documents.length === 1 ? 'document' : 'documents'}
    </span>
  </Link>
)
