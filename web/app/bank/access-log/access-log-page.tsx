import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { Link } from 'react-router'
import type { listOwnAccessLog } from '#contract/office/access-log.ts'
import { msg } from '#contract/text-id.ts'
import { AccessLogRows } from '../../shared/access-log-rows.tsx'
import { callPage } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { LoadMore } from '../../shared/ui/feedback/load-more.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { cardClass, Page } from '../page.tsx'

const TITLE = msg('Who looked at my account')
export const meta = () => privateMeta(t(TITLE))

const ownAccessLog = infiniteQueryOptions({
  queryKey: ['access-log'],
  queryFn: ({ pageParam, signal }) =>
    callPage<typeof listOwnAccessLog>('GET', '/users/access-log', {
      query: { cursor: pageParam ?? undefined },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

export default function AccessLogPage() {
  const pages = useInfiniteQuery(ownAccessLog)
  const entries = pages.data?.pages.flatMap(({ items }) => items)
  return (
    <Page
      title={t(TITLE)}
      lead={t(
        'Every look at your account by our staff, and everything they did. Looks of the same kind within 15 minutes are listed once.',
      )}
    >
      <div className={classNames(cardClass, 'max-w-3xl p-5 sm:p-6')}>
        {pages.isError && !entries && (
          <LoadFailure text={t('We couldn’t load this list.')} onRetry={pages.refetch} busy={pages.isFetching} />
        )}
        {pages.isPending && <Loading />}
        {entries?.length === 0 && <NobodyYet />}
        {entries && entries.length > 0 && <AccessLogRows entries={entries} reader="person" />}
      </div>
      <LoadMore pages={pages} failedText={t('Failed to load more.')} />
      <p className="max-w-3xl text-sm text-muted">
        <Trans
          text="Something looks wrong? <0>Ask support</0>."
          parts={[
            (children) => (
              <Link to="/dashboard/support-user" className="font-medium text-ink underline underline-offset-4">
                {children}
              </Link>
            ),
          ]}
        />
      </p>
    </Page>
  )
}

const Loading = () => (
  <div className="grid gap-3">
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-14 w-full" />
    ))}
  </div>
)

const NobodyYet = () => (
  <div className="grid justify-items-center gap-3 py-8 text-center">
    <Eye aria-hidden className="size-7 text-muted" />
    <p className="font-medium">{t('Nobody has looked at your account yet.')}</p>
    <p className="max-w-sm text-muted">{t('When a member of our staff does, you will see here who, when and what.')}</p>
  </div>
)
