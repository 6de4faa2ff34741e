import { isOfficeEventKind, type OfficeEventKind } from '#contract/notifications/notification-kinds.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { SUPPORT } from '../../shared/chat/thread-query.ts'
import { useLiveEvents } from '../../shared/live/live-events.ts'

const LISTS = ['conversations', 'contact', 'newsletter'] as const

const CHANGED_LIST = {
  'office.message': 'conversations',
  'office.reply': 'conversations',
  'office.seen': 'conversations',
  'office.conversation': 'conversations',
  'office.contact': 'contact',
  'office.newsletter': 'newsletter',
  'office.waiting': 'person',
  'office.proposed': null,
  'office.verification': 'person',
} as const satisfies Record<OfficeEventKind, (typeof LISTS)[number] | 'person' | null>

/** Refetches the inbox lists on live events; the open thread subscribes by itself. */
export function useLiveInbox() {
  useLiveEvents(({ reset, event }) => {
    // Fetching contact messages marks them as read: a tab in the background waits until it is visible.
    const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
    const reload = (...key: string[]) =>
      void queryClient.invalidateQueries({ queryKey: [SUPPORT, ...key], refetchType })
    if (reset) for (const list of LISTS) reload(list)
    if (!event || !isOfficeEventKind(event.kind)) return
    const list = CHANGED_LIST[event.kind]
    if (list === null) return
    if (list !== 'person') reload(list)
    // The open conversation shows its state and assignee too.
    if (event.userId && list !== 'contact' && list !== 'newsletter') reload('person', event.userId)
  })
}
