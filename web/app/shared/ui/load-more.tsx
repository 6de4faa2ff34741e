import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

type Props = { more: boolean; loading: boolean; failed: boolean; failedText: string; onMore: () => void }

/** Loads the next page when it scrolls into view; the button is for keyboards and for retrying. */
export function LoadMore({ more, loading, failed, failedText, onMore }: Props) {
  const sentinel = useRef<HTMLDivElement>(null)
  const load = useRef(onMore)
  load.current = onMore
  const ready = more && !loading && !failed
  useEffect(() => {
    if (!sentinel.current || !ready) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load.current(), {
      rootMargin: '400px',
    })
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [ready])

  if (!more) return null
  return (
    <div ref={sentinel} className="grid justify-items-center gap-3 pb-2 print:hidden">
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
