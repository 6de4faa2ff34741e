import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { READY_PX, watchPulling } from './watch-pulling.ts'

/** A response that is faster would make the indicator flicker; one that is slower must not keep it for ever. */
const MIN_SHOWN_MS = 500
const MAX_SHOWN_MS = 10_000

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Loads everything that the page shows. Without a connection the page says so already. */
async function reloadPage() {
  if (!navigator.onLine) return
  const loaded = queryClient.refetchQueries({ type: 'active' })
  await Promise.all([Promise.race([loaded, after(MAX_SHOWN_MS)]), after(MIN_SHOWN_MS)])
}

/** On touch screens, pulling the page down from its top loads its data again. */
export default function PullToRefresh() {
  const [pulledPx, setPulledPx] = useState(0)
  const [refreshing, setRefreshing] = useState(false)
  useEffect(() => {
    const refresh = () => {
      setRefreshing(true)
      void reloadPage().finally(() => setRefreshing(false))
    }
    return watchPulling({ onPull: setPulledPx, onRelease: refresh })
  }, [])
  const shown = refreshing || pulledPx > 0
  const shift = refreshing ? READY_PX : pulledPx
  return (
    <div
      data-pull-to-refresh={refreshing ? 'refreshing' : pulledPx >= READY_PX ? 'ready' : 'idle'}
      className={classNames(
        'pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)-3rem)] z-30 mx-auto grid size-11 place-items-center',
        'rounded-full border border-line bg-surface text-accent shadow-lifted print:hidden',
        shown ? 'opacity-100' : 'opacity-0',
        // It follows the finger at once, and returns with a transition.
        pulledPx === 0 && 'motion-safe:transition-[transform,opacity] motion-safe:duration-200',
      )}
      style={{ transform: `translateY(${shown ? shift + 24 : 0}px)` }}
    >
      <RefreshCw
        aria-hidden
        className={classNames('size-5', refreshing && 'motion-safe:animate-turn')}
        style={refreshing ? undefined : { rotate: `${pulledPx * 3}deg`, opacity: Math.min(1, 0.35 + pulledPx / 100) }}
      />
      <span role="status" className="sr-only">
        {refreshing && t('Refreshing')}
      </span>
    </div>
  )
}
