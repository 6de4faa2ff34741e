import type { ComponentType } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { useSecondFactorRequired } from '../../shared/api/factors-query.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { Permitted } from '../../shared/session/permitted.tsx'
import { SecondFactorRequired } from '../layout/second-factor-required.tsx'
import { overviewQuery } from '../overview/overview-query.ts'
import { OverviewStrip } from '../overview/overview-strip.tsx'
import { OfficeSearch } from '../search/office-search.tsx'
import { conversationsQuery, WAITING_CONVERSATIONS } from '../support/inbox-query.ts'
import { pendingQuery } from '../transactions/list/transactions-query.ts'
import { NewAccounts } from './new-accounts.tsx'
import { PendingDecisions } from './pending-decisions.tsx'
import { PendingProposals } from './pending-proposals.tsx'
import { WaitingConversations } from './waiting-conversations.tsx'

export function prefetchAdminHome() {
  void queryClient.prefetchQuery(overviewQuery)
  void queryClient.prefetchInfiniteQuery(pendingQuery())
  void queryClient.prefetchInfiniteQuery(conversationsQuery(WAITING_CONVERSATIONS))
}

/** The cards below the overview, each with the permission it needs. */
const CARDS: { id: string; permission: Permission; Card: ComponentType }[] = [
  { id: 'pending', permission: 'people:read', Card: PendingDecisions },
  { id: 'waiting', permission: 'support:reply', Card: WaitingConversations },
  { id: 'new-accounts', permission: 'people:edit', Card: NewAccounts },
  { id: 'proposals', permission: 'secrets:reset', Card: PendingProposals },
]

/** The start page of staff: overview, pending decisions and waiting customers, as far as their role goes. */
export default function AdminHome() {
  const secondFactorRequired = useSecondFactorRequired()
  if (secondFactorRequired) return <SecondFactorRequired />
  return (
    <div className="grid grid-cols-1 gap-5">
      <OfficeSearch />
      <OverviewStrip />
      {/* A role with one card gets it across the page. */}
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] *:only:col-span-full">
        {CARDS.map(({ id, permission, Card }) => (
          <Permitted key={id} permission={permission}>
            <Card />
          </Permitted>
        ))}
      </div>
    </div>
  )
}
