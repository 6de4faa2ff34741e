import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { listJournalEntries, readJournalEntry } from '#contract/books/journal-entries.ts'
import { call, callPage } from '../../../shared/api/call.ts'
import { OFFICE } from '../../layout/office-query.ts'

export const journalEntriesQuery = infiniteQueryOptions({
  queryKey: [OFFICE, 'journal entries'],
  queryFn: ({ pageParam, signal }) =>
    callPage<typeof listJournalEntries>('GET', '/admin/journal-entries', {
      query: { limit: '20', cursor: pageParam ?? undefined },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

export const journalEntryQuery = (entryId: string) =>
  queryOptions({
    queryKey: [OFFICE, 'journal entry', entryId],
    queryFn: ({ signal }) =>
      call<typeof readJournalEntry>('GET', '/admin/journal-entries/:entryId', { params: { entryId }, signal }),
  })
