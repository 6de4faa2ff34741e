import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

type Props = { more: boolean; loading: boolean; failed: boolean; failedText: string; onMore: () => void }

/** The next page comes when its place comes into view; the button is for keyboards, and for when that failed. */
export function LoadMore({ more, loading, failed, failedText, onMore }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const load = useRef(onMore)
  load.current = onMore
  const waiting = more && !loading && !failed
  useEffect(() => {
    if (!place.current || !waiting) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && load.current(), {
      rootMargin: '400px',
    })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [waiting])

  if (!more) return null
  return (
    <div ref={place} className="grid justify-items-center gap-3 pb-2">
      {failed && (
        <p role="alert" className="text-negative">
          {failedText}
        </p>
      )}
      <Button variant="secondary" busy={loading} onClick={onMore}>
        {loading ? 'Loading...' : 'Load more'}
      </Button>
    </div>
  )
}
