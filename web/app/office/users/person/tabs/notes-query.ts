import { infiniteQueryOptions } from '@tanstack/react-query'
import type { listNotes } from '#contract/office/notes.ts'
import { callPage } from '../../../../shared/api/call.ts'
import { OFFICE } from '../../../layout/office-query.ts'

export const notesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [OFFICE, 'notes', userId],
    queryFn: ({ pageParam, signal }) =>
      callPage<typeof listNotes>('GET', '/admin/notes', { query: { userId, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
