import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import type { Content } from '../content.ts'
import { LeaveQuestion } from './leave-question.tsx'

/** Asks before a page with unsaved input is left, by a link, by Back, or by closing the tab. Returns the question while it is asked. */
export function useLeaveQuestion(hasInput: boolean): Content {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasInput && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!hasInput) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasInput])
  if (blocker.state !== 'blocked') return null
  return <LeaveQuestion onKeep={() => blocker.reset()} onDiscard={() => blocker.proceed()} />
}
