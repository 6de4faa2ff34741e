import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { readOwnThread, readThread, SupportMessage } from '#contract/support.ts'
import { callPage, type Page } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'

/** A thread is its person's; `null` is one's own. */
export type ThreadOf = string | null

export const SUPPORT = 'support'
export const threadKey = (of: ThreadOf) => [SUPPORT, 'thread', of ?? 'own'] as const

/** Newest page first, each page oldest message first. Asking for it marks what the other side wrote as seen. */
export const threadQuery = (of: ThreadOf) =>
  infiniteQueryOptions({
    queryKey: threadKey(of),
    queryFn: async ({ pageParam: before, signal }) => {
      try {
        return of === null
          ? await callPage<typeof readOwnThread>('GET', '/suport/message', { query: { before }, signal })
          : await callPage<typeof readThread>('GET', '/suport/user', { query: { userId: of, before }, signal })
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

/** Into a thread that is on the screen or was; one that was never loaded will be loaded whole. */
export function addToThread(of: ThreadOf, message: SupportMessage) {
  queryClient.setQueryData<Thread>(threadKey(of), (thread) => {
    const [newest, ...older] = thread?.pages ?? []
    if (!thread || !newest) return thread
    if (thread.pages.some(({ items }) => items.some(({ _id }) => _id === message._id))) return thread
    return { ...thread, pages: [{ ...newest, items: [...newest.items, message] }, ...older] }
  })
}

/** The other side has read everything that is there by now. */
export function markSeen(of: ThreadOf, byOffice: boolean, at: string) {
  const see = (message: SupportMessage) =>
    message.isAdmin !== byOffice && message.seenAt === null ? { ...message, seenAt: at } : message
  queryClient.setQueryData<Thread>(
    threadKey(of),
    (thread) => thread && { ...thread, pages: thread.pages.map((page) => ({ ...page, items: page.items.map(see) })) },
  )
}

export const reloadThread = (of: ThreadOf) => queryClient.invalidateQueries({ queryKey: threadKey(of) })
