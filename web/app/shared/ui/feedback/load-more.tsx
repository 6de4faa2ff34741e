import { useEffect, useRef } from 'react'
import type { Text } from '#contract/text.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'

type Pages = {
  dataUpdatedAt: number
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** Loads the next page when it scrolls into view; the button is for keyboards and for retrying. */
export function LoadMore({ pages, failedText }: { pages: Pages; failedText: Text }) {
  const { dataUpdatedAt, hasNextPage, isFetchingNextPage: loading, isFetchNextPageError: failed } = pages
  const sentinel = useRef<HTMLDivElement>(null)
  const load = useRef(pages.fetchNextPage)
  load.current = pages.fetchNextPage
  // A live update that reloads the list cancels the loading of a further page: observed again once it is done. On a slow device
  // both may happen between two renders, and only the time of the data tells.
  const readySince = hasNextPage && !pages.isFetching && !failed ? dataUpdatedAt : null
  useEffect(() => {
    if (!sentinel.current || readySince === null) return
    // Several: on a busy device 'not yet' and 'now' arrive together.
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load.current(),
      { rootMargin: '400px' },
    )
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [readySince])

  if (!hasNextPage) return null
  return (
    <div ref={sentinel} className="grid justify-items-center gap-3 pb-2 print:hidden">
      {failed && (
        <p role="alert" className="text-negative">
          {failedText}
        </p>
      )}
      <Button variant="secondary" busy={loading} onClick={() => pages.fetchNextPage()}>
        {loading ? t('Loading...') : t('Load more')}
      </Button>
    </div>
  )
}
