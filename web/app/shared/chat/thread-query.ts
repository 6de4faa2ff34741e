import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { SupportMessage } from '#contract/notifications/messages.ts'
import type { readOwnThread, readThread } from '#contract/office/support.ts'
import { callPage, type Page } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'

/** The customer whose thread it is; `null` for the logged-in customer's own thread. */
export type ThreadOwner = string | null

export const SUPPORT = 'support'
export const threadKey = (owner: ThreadOwner) => [SUPPORT, 'thread', owner ?? 'own'] as const

/** Newest page first, oldest message first within a page. Reading a thread marks the other side's messages as seen. */
export const threadQuery = (owner: ThreadOwner) =>
  infiniteQueryOptions({
    queryKey: threadKey(owner),
    queryFn: async ({ pageParam: before, signal }) => {
      try {
        return owner === null
          ? await callPage<typeof readOwnThread>('GET', '/suport/message', { query: { before }, signal })
          : await callPage<typeof readThread>('GET', '/suport/user', { query: { userId: owner, before }, signal })
      } catch (error) {
        if (!signal.aborted) console.error('Failed to load messages')
        throw error
      }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ items, hasNext }) => (hasNext ? items[0]?._id : undefined),
    staleTime: 0,
  })

type Thread = InfiniteData<Page<SupportMessage[]>>

export const messagesOf = (thread: Thread | undefined): SupportMessage[] =>
  (thread?.pages ?? []).toReversed().flatMap(({ items }) => items)

export const hasMessage = (owner: ThreadOwner, id: string): boolean =>
  messagesOf(queryClient.getQueryData<Thread>(threadKey(owner))).some(({ _id }) => _id === id)

/** Adds a message to a loaded thread; a thread that is not loaded yet will contain it. */
export async function addToThread(owner: ThreadOwner, message: SupportMessage) {
  const queryKey = threadKey(owner)
  // A read that started before the message was stored would overwrite it.
  const reading = queryClient.isFetching({ queryKey }) > 0
  if (reading) await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<Thread>(queryKey, (thread) => {
    const [newest, ...older] = thread?.pages ?? []
    if (!thread || !newest) return thread
    if (thread.pages.some(({ items }) => items.some(({ _id }) => _id === message._id))) return thread
    return { ...thread, pages: [{ ...newest, items: [...newest.items, message] }, ...older] }
  })
  if (reading) void reloadThread(owner)
}

/** Marks all messages to the other side as seen. */
export function markSeen(owner: ThreadOwner, byOffice: boolean, at: string) {
  const withSeenAt = (message: SupportMessage) =>
    message.isAdmin !== byOffice && message.seenAt === null ? { ...message, seenAt: at } : message
  queryClient.setQueryData<Thread>(
    threadKey(owner),
    (thread) =>
      thread && { ...thread, pages: thread.pages.map((page) => ({ ...page, items: page.items.map(withSeenAt) })) },
  )
}

export const reloadThread = (owner: ThreadOwner) => queryClient.invalidateQueries({ queryKey: threadKey(owner) })
