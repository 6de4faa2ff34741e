import { infiniteQueryOptions } from '@tanstack/react-query'
import type { listAuditEntries } from '#contract/office/audit.ts'
import { callPage } from '../../shared/api/call.ts'
import { OFFICE } from '../layout/office-query.ts'
import type { AuditView } from './audit-view.ts'

type PageOptions = { limit?: string; signal?: AbortSignal }

export const fetchAuditPage = (view: AuditView, cursor: string | null, { limit = '25', signal }: PageOptions = {}) =>
  callPage<typeof listAuditEntries>('GET', '/admin/audit', {
    query: { ...view, limit, cursor: cursor ?? undefined },
    signal,
  })

export const auditQuery = (view: AuditView) =>
  infiniteQueryOptions({
    queryKey: [OFFICE, 'audit', view],
    queryFn: ({ pageParam, signal }) => fetchAuditPage(view, pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
