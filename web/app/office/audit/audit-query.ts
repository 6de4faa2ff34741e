import { infiniteQueryOptions } from '@tanstack/react-query'
import type { listActs } from '#contract/audit.ts'
import { callPage } from '../../shared/api/call.ts'
import { OFFICE } from '../office-query.ts'
import type { AuditView } from './audit-view.ts'

type Extras = { limit?: string; signal?: AbortSignal }

export const actsPage = (view: AuditView, cursor: string | null, { limit = '25', signal }: Extras = {}) =>
  callPage<typeof listActs>('GET', '/admin/audit', { query: { ...view, limit, cursor: cursor ?? undefined }, signal })

export const actsQuery = (view: AuditView) =>
  infiniteQueryOptions({
    queryKey: [OFFICE, 'acts', view],
    queryFn: ({ pageParam, signal }) => actsPage(view, pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
