import { queryClient } from '../../shared/api/query-client.ts'
import { overviewQuery } from '../overview/overview-query.ts'
import { OverviewStrip } from '../overview/overview-strip.tsx'
import { conversationsQuery } from '../support/inbox-query.ts'
import { waitingQuery } from '../transactions/transactions-query.ts'
import { DeskDecisions } from './pending-decisions.tsx'
import { DeskMessages } from './unread-messages.tsx'

export function startDesk() {
  void queryClient.prefetchQuery(overviewQuery)
  void queryClient.prefetchInfiniteQuery(waitingQuery())
  void queryClient.prefetchInfiniteQuery(conversationsQuery(''))
}

/** Where an administrator's day begins: how the bank stands, and who waits for what. */
export default function Desk() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <OverviewStrip />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <DeskDecisions />
        <DeskMessages />
      </div>
    </div>
  )
}
