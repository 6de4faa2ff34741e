import { queryClient } from '../../shared/api/query-client.ts'
import { SUPPORT } from '../../shared/chat/thread-query.ts'
import { useLiveEvents } from '../../shared/live/live-events.ts'

/** Refetches the inbox lists on live events; the open thread subscribes by itself. */
export function useLiveInbox() {
  useLiveEvents(({ reset, event }) => {
    // Fetching contact messages marks them as read: a tab in the background waits until it is visible.
    const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
    const reload = (...key: string[]) =>
      void queryClient.invalidateQueries({ queryKey: [SUPPORT, ...key], refetchType })
    if (reset || event?.kind === 'office.message' || event?.kind === 'office.seen') reload('conversations')
    if (reset || event?.kind === 'office.contact') reload('contact')
    if (reset || event?.kind === 'office.newsletter') reload('newsletter')
    if (event?.kind === 'office.waiting' && event.userId) reload('person', event.userId)
  })
}
