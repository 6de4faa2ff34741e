import { queryOptions } from '@tanstack/react-query'
import type { Bell, markRead, readBell } from '#contract/notifications.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'

export const bellQuery = queryOptions({
  queryKey: ['bell'],
  queryFn: ({ signal }) => call<typeof readBell>('GET', '/notifications', { signal }),
})

/** Who has written to the bank and waits; sign-ups for the newsletter want no answer. */
export const unanswered = (office: Bell['office'] | undefined) => (office ? office.conversations + office.contact : 0)

export const reloadBell = () => queryClient.invalidateQueries({ queryKey: bellQuery.queryKey })

/** One of them, or all that were on the screen: what came in meanwhile is still unread. */
export async function markAsRead(which: { _id: string } | { upTo: string }) {
  const bell = await call<typeof markRead>('POST', '/notifications/read', { body: which })
  queryClient.setQueryData<Bell>(bellQuery.queryKey, bell)
}
