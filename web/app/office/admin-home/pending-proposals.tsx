import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { OFFICE_PAGES } from '../../shared/office-pages.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { formatAgo, isOverdue } from '../age.ts'
import { overviewQuery } from '../overview/overview-query.ts'
import { proposalTitle } from '../proposals/describe-proposal.ts'
import { pendingProposalsQuery, proposedMoneyQuery } from '../proposals/proposals-query.ts'
import { moneyTitle } from '../proposals/proposed-money.tsx'
import { TableError, TableSkeleton } from '../table-parts.tsx'
import { AdminHomeCard, AdminHomeEmpty, adminHomeRowClass } from './admin-home-card.tsx'

const ROW_COUNT = 5

const ageClass = (at: string) => (isOverdue(at) ? 'font-medium text-warning' : 'text-muted')

/** The oldest proposals, money included. Not shown in a bank that does without four eyes. */
export function PendingProposals() {
  const overview = useQuery(overviewQuery)
  const [proposals, money] = [useQuery(pendingProposalsQuery), useQuery(proposedMoneyQuery)]
  const rows =
    proposals.data &&
    money.data &&
    [
      ...proposals.data.map((proposal) => ({
        id: proposal._id,
        to: OFFICE_PAGES.proposals.to,
        title: proposalTitle(proposal),
        by: proposal.proposedBy.fullName,
        at: proposal.proposedAt,
      })),
      ...money.data.map((transaction) => ({
        id: transaction._id,
        to: `/dashboard/all-transactions?transaction=${transaction._id}`,
        title: moneyTitle(transaction),
        by: transaction.proposedBy?.fullName ?? '',
        at: transaction.proposedAt ?? transaction.submittedAt,
      })),
    ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const failed = [proposals, money].filter(({ data, isError }) => !data && isError)
  if ((overview.data?.fourEyesAbove ?? null) === null && !rows?.length) return null
  const title = rows?.length ? `Proposals (${rows.length})` : 'Proposals'
  return (
    <AdminHomeCard title={title} to={OFFICE_PAGES.proposals.to} linkText="All proposals">
      {!rows && failed.length === 0 && <TableSkeleton rows={3} />}
      {!rows && failed.length > 0 && (
        <TableError
          text="Failed to load proposals."
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
          busy={failed.some(({ isFetching }) => isFetching)}
        />
      )}
      {rows?.length === 0 && <AdminHomeEmpty>Nothing waits for a second person.</AdminHomeEmpty>}
      {rows && rows.length > 0 && (
        <ul className="divide-y divide-line">
          {rows.slice(0, ROW_COUNT).map(({ id, to, title, by, at }) => (
            <li key={id}>
              <Link to={to} className={adminHomeRowClass}>
                <span className="col-span-2 truncate font-medium">{title}</span>
                <span className="truncate text-sm text-muted">Proposed by {by}</span>
                <span className={classNames('figures text-right text-sm', ageClass(at))}>{formatAgo(at)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </AdminHomeCard>
  )
}
