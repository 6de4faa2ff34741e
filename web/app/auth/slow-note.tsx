import { useEffect, useState } from 'react'
import { t } from '../shared/i18n/i18n.ts'

/** People wonder after so long whether anything goes on. */
const SLOW_MS = 2_000

/** Says that a log-in is still under way: a busy bank checks few passwords at a time. */
export function SlowNote({ isWaiting }: { isWaiting: boolean }) {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isWaiting])
  return (
    <p role="status" className="text-muted empty:hidden">
      {isSlow && t('This takes longer than usual. You don’t have to try again.')}
    </p>
  )
}
