import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../shared/office-pages.ts'
import { useCurrentAdmin } from '../layout/use-current-admin.ts'
import { overviewQuery } from '../overview/overview-query.ts'
import { formatAgo } from '../parts/age.ts'
import { proposalTitle } from '../proposals/describe-proposal.ts'
import { pendingProposalsQuery, proposedMoneyQuery } from '../proposals/proposals-query.ts'
import { moneyTitle } from '../proposals/proposed-money.tsx'
import { AdminHomeCard, AdminHomeList, Age, adminHomeRowClass } from './admin-home-card.tsx'

/** The oldest proposals of colleagues, money included. Not shown in a bank that does without four eyes. */
export function PendingProposals() {
  const me = useCurrentAdmin()
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
        by: proposal.proposedBy,
        at: proposal.proposedAt,
      })),
      ...money.data.map((transaction) => ({
        id: transaction._id,
        to: `/dashboard/all-transactions?transaction=${transaction._id}`,
        title: moneyTitle(transaction),
        by: transaction.proposedBy,
        at: transaction.proposedAt ?? transaction.submittedAt,
      })),
    ]
      .filter(({ by }) => by?._id !== me._id)
      .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  if ((overview.data?.fourEyesAbove ?? null) === null && !rows?.length) return null
  const title = rows?.length ? t('Proposals for you ({count})', { count: rows.length }) : t('Proposals for you')
  return (
    <AdminHomeCard title={title} to={OFFICE_PAGES.proposals.to} linkText={t('All proposals')}>
      <AdminHomeList
        items={rows}
        queries={[proposals, money]}
        usual={3}
        failedText={t('Failed to load proposals.')}
        emptyText={t('No proposal of a colleague is waiting.')}
        keyOf={({ id }) => id}
        row={({ to, title, by, at }) => (
          <Link to={to} className={adminHomeRowClass}>
            <span className="col-span-2 truncate font-medium">{title}</span>
            <span className="truncate text-sm text-muted">
              {t('Proposed by {fullName}', { fullName: by?.fullName ?? '' })}
            </span>
            <Age since={at}>{formatAgo(at)}</Age>
          </Link>
        )}
      />
    </AdminHomeCard>
  )
}
