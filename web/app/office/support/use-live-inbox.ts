import { queryClient } from '../../shared/api/query-client.ts'
import { SUPPORT } from '../../shared/chat/thread-query.ts'
import { useLiveEvents } from '../../shared/live/live-events.ts'

/** The list follows by itself; the open thread does so on its own. */
export function useLiveInbox() {
  useLiveEvents(({ reset, event }) => {
    // Asking for letters marks them as read, and nobody reads a page in the background: it asks when it is looked at.
    const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
    const reload = (...key: string[]) =>
      void queryClient.invalidateQueries({ queryKey: [SUPPORT, ...key], refetchType })
    if (reset || event?.kind === 'office.message' || event?.kind === 'office.seen') reload('conversations')
    if (reset || event?.kind === 'office.contact') reload('contact')
    if (reset || event?.kind === 'office.newsletter') reload('newsletter')
    if (event?.kind === 'office.waiting' && event.userId) reload('person', event.userId)
  })
}
