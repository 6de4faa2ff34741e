import { queryOptions } from '@tanstack/react-query'
import type { Bell, markRead, readBell } from '#contract/notifications/notifications.ts'
import { call } from '../api/call.ts'
import { queryClient, showChanged } from '../api/query-client.ts'

export const bellQuery = queryOptions({
  queryKey: ['bell'],
  queryFn: ({ signal }) => call<typeof readBell>('GET', '/notifications', { signal }),
})

/** Conversations and contact messages without a reply; newsletter sign-ups need none. */
export const unanswered = (office: Bell['office'] | undefined) => (office ? office.conversations + office.contact : 0)

export const reloadBell = () => queryClient.invalidateQueries({ queryKey: bellQuery.queryKey })

/** Marks one notification, or all up to the newest one shown: later ones stay unread. */
export async function markAsRead(which: { _id: string } | { upTo: string }) {
  const bell = await call<typeof markRead>('POST', '/notifications/read', { body: which })
  await showChanged<Bell>(bellQuery.queryKey, () => bell)
}
