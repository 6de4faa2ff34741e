import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { reloadBell } from '../../shared/live/bell-query.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { Content } from '../../shared/ui/content.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'

type Props = {
  list: Pick<
    UseInfiniteQueryResult<{ pages: { items: unknown[] }[] }>,
    'data' | 'isError' | 'isFetching' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >
  errorText: Text
  empty: Text
  children: Content
}

/** The loading, error and empty states of an inbox tab, and the button that loads its next page. */
export function InboxList({ list, errorText, empty, children }: Props) {
  if (list.isError && !list.data)
    return (
      <div className="grid justify-items-start gap-3 py-4">
        <p role="alert" className="text-negative">
          {errorText}
        </p>
        <Button variant="secondary" busy={list.isFetching} onClick={() => void list.refetch()}>
          {t('Try again')}
        </Button>
      </div>
    )
  if (!list.data) return <Skeleton className="h-40 w-full rounded-2xl" />
  if (list.data.pages[0]?.items.length === 0) return <p className="py-6 text-muted">{empty}</p>
  return (
    <div className="grid grid-cols-1 gap-3">
      {children}
      {list.hasNextPage && (
        <Button
          variant="quiet"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          className="justify-self-center"
        >
          {t('Load more')}
        </Button>
      )}
    </div>
  )
}

/** The ids that were unread when first shown. Loading marks them as read on the server, so the bell is refetched too. */
export function useNewItems(items: { _id: string; unread: boolean }[], loadedAt: number): ReadonlySet<string> {
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())
  const added = items.filter(({ _id, unread }) => unread && !newIds.has(_id))
  if (added.length > 0) setNewIds(new Set([...newIds, ...added.map(({ _id }) => _id)]))
  useEffect(() => {
    if (loadedAt > 0) void reloadBell()
  }, [loadedAt])
  return newIds
}

export const NewBadge = () => (
  <span className="shrink-0 rounded-full bg-accent-soft px-2 py-0.5 text-xs font-semibold text-accent">{t('New')}</span>
)
