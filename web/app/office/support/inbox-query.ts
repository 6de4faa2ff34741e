import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { listContactMessages, listSubscriptions } from '#contract/office/contact.ts'
import type { listSupportColleagues } from '#contract/office/conversations.ts'
import type { listConversations, readCorrespondent } from '#contract/office/support.ts'
import { call, callPage } from '../../shared/api/call.ts'
import { SUPPORT } from '../../shared/chat/thread-query.ts'
import type { InboxFilters } from './inbox-filters.ts'

/** The queue that the office works off: the longest waiting first. */
export const WAITING_CONVERSATIONS: InboxFilters = { search: '', assigned: 'all', state: 'waiting' }

export const conversationsQuery = ({ search, assigned, state }: InboxFilters) =>
  infiniteQueryOptions({
    queryKey: [SUPPORT, 'conversations', search, assigned, state],
    queryFn: async ({ pageParam, signal }) => {
      try {
        return await callPage<typeof listConversations>('GET', '/suport/conversation', {
          query: { search: search || undefined, assigned, state: state ?? undefined, cursor: pageParam ?? undefined },
          signal,
        })
      } catch (error) {
        if (!signal.aborted) console.error('Failed to load conversations')
        throw error
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

export const customerQuery = (userId: string) =>
  queryOptions({
    queryKey: [SUPPORT, 'person', userId],
    queryFn: ({ signal }) => call<typeof readCorrespondent>('GET', '/suport/person', { query: { userId }, signal }),
  })

export const colleaguesQuery = queryOptions({
  queryKey: [SUPPORT, 'colleagues'],
  queryFn: ({ signal }) => call<typeof listSupportColleagues>('GET', '/admin/support-staff', { signal }),
})

export const contactMessagesQuery = infiniteQueryOptions({
  queryKey: [SUPPORT, 'contact'],
  queryFn: ({ pageParam, signal }) =>
    callPage<typeof listContactMessages>('GET', '/suport/contact', {
      query: { cursor: pageParam ?? undefined },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  // The server marks what it returns as read, so a cached page must not be shown instead.
  staleTime: 0,
})

export const subscriptionsQuery = infiniteQueryOptions({
  queryKey: [SUPPORT, 'newsletter'],
  queryFn: ({ pageParam, signal }) =>
    callPage<typeof listSubscriptions>('GET', '/suport/newsletter', {
      query: { cursor: pageParam ?? undefined },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
})
