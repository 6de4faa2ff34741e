import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { listAccessLog } from '#contract/office/access-log.ts'
import { AccessLogRows } from '../../../shared/access-log-rows.tsx'
import { callPage } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { LoadFailure } from '../../../shared/ui/feedback/load-failure.tsx'
import { LoadMore } from '../../../shared/ui/feedback/load-more.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { OFFICE } from '../../layout/office-query.ts'

const accessLogQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [OFFICE, 'access-log', userId],
    queryFn: ({ pageParam, signal }) =>
      callPage<typeof listAccessLog>('GET', '/admin/access-log', {
        query: { userId, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** Which members of staff looked at a person's account, and what they did. */
export function AccessLogList({ userId }: { userId: string }) {
  const pages = useInfiniteQuery(accessLogQuery(userId))
  const entries = pages.data?.pages.flatMap(({ items }) => items)
  return (
    <div className="grid max-w-3xl gap-5">
      {pages.isError && !entries && (
        <LoadFailure text={t('The access log could not be loaded.')} onRetry={pages.refetch} busy={pages.isFetching} />
      )}
      {pages.isPending && [1, 2, 3].map((row) => <Skeleton key={row} className="h-14 w-full" />)}
      {entries?.length === 0 && (
        <p className="py-8 text-center text-muted">{t('No member of staff has looked at this account.')}</p>
      )}
      {entries && entries.length > 0 && <AccessLogRows entries={entries} reader="staff" />}
      <LoadMore pages={pages} failedText={t('Failed to load more.')} />
    </div>
  )
}
