import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ListedProposal } from '#contract/authority/proposals.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { LoadMore } from '../../shared/ui/feedback/load-more.tsx'
import { OfficePage, panelClass } from '../layout/office-page.tsx'
import { useCurrentAdmin } from '../layout/use-current-admin.ts'
import { TableEmpty, TableError, TableSkeleton } from '../parts/table-parts.tsx'
import { DecidedProposals } from './decided-proposals.tsx'
import { PendingProposal } from './pending-proposal.tsx'
import { allProposalsQuery, pendingProposalsQuery, proposedMoneyQuery } from './proposals-query.ts'
import { ProposedMoney } from './proposed-money.tsx'

const ERROR_TEXT = msg('Failed to load proposals.')

/** Everything that one member of staff has proposed and another has to confirm, then what was decided. */
export default function ProposalsPage() {
  return (
    <OfficePage title={t('Proposals')}>
      <Pending />
      <Decided />
    </OfficePage>
  )
}

function Pending() {
  const proposals = useQuery(pendingProposalsQuery)
  const money = useQuery(proposedMoneyQuery)
  const failed = [proposals, money].filter(({ data, isError }) => !data && isError)
  const me = useCurrentAdmin()
  const isOwn = ({ proposedBy }: { proposedBy: { _id: string } | null }) => proposedBy?._id === me._id
  const isOthers = (proposal: Parameters<typeof isOwn>[0]) => !isOwn(proposal)
  const count = (proposals.data?.length ?? 0) + (money.data?.length ?? 0)
  return (
    <section aria-labelledby="waiting" className="grid gap-3">
      <h2 id="waiting" className="text-lg font-semibold">
        {t('Waiting for a second person')}
      </h2>
      <p className="max-w-prose text-sm text-muted">
        {t(
          'No one confirms for someone they appointed or who appointed them, until a third person has confirmed that role on the colleague’s page. After a new role, or new or reset second factors, wait 24 hours.',
        )}
      </p>
      {failed.length > 0 ? (
        <div className={panelClass}>
          <TableError
            text={t(ERROR_TEXT)}
            onRetry={() => failed.forEach(({ refetch }) => void refetch())}
            busy={failed.some(({ isFetching }) => isFetching)}
          />
        </div>
      ) : !proposals.data || !money.data ? (
        <div className={panelClass}>
          <TableSkeleton rows={3} />
        </div>
      ) : count === 0 ? (
        <div className={panelClass}>
          <TableEmpty title={t('Nothing is waiting')}>
            <p className="max-w-prose text-muted">
              {t(
                'Roles, email addresses, resets of PIN and second factors, payment details, the WhatsApp number, the mail server and money above the limit appear here when a colleague proposes them.',
              )}
            </p>
          </TableEmpty>
        </div>
      ) : (
        <>
          <Waiting money={money.data.filter(isOthers)} proposals={proposals.data.filter(isOthers)} />
          <OwnProposals money={money.data.filter(isOwn)} proposals={proposals.data.filter(isOwn)} />
        </>
      )}
    </section>
  )
}

type WaitingProps = { money: readonly AdminTransaction[]; proposals: readonly ListedProposal[] }

const Waiting = ({ money, proposals }: WaitingProps) => (
  <>
    {money.length > 0 && <ProposedMoney transactions={money} />}
    {proposals.length > 0 && (
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        {proposals.map((proposal) => (
          <PendingProposal key={proposal._id} proposal={proposal} />
        ))}
      </div>
    )}
  </>
)

/** Below those that the reader can decide: these need a colleague. */
const OwnProposals = ({ money, proposals }: WaitingProps) =>
  money.length + proposals.length > 0 && (
    <>
      <h3 className="pt-1 font-medium text-muted">{t('Proposed by you: a colleague confirms')}</h3>
      <Waiting {...{ money, proposals }} />
    </>
  )

function Decided() {
  const query = useInfiniteQuery(allProposalsQuery)
  const decided = query.data?.pages.flatMap(({ items }) => items).filter(({ state }) => state !== 'pending')
  return (
    <section aria-labelledby="decided" className="grid gap-3 pt-4">
      <h2 id="decided" className="text-lg font-semibold">
        {t('Decided')}
      </h2>
      {decided && decided.length > 0 && <DecidedProposals proposals={decided} />}
      {decided?.length === 0 && (
        <p className="text-muted">{t('Confirmed, rejected and expired proposals stay here.')}</p>
      )}
      {!decided && (
        <div className={panelClass}>
          {query.isError ? (
            <TableError text={t(ERROR_TEXT)} onRetry={() => void query.refetch()} busy={query.isFetching} />
          ) : (
            <TableSkeleton rows={3} />
          )}
        </div>
      )}
      <LoadMore pages={query} failedText={t(ERROR_TEXT)} />
    </section>
  )
}
