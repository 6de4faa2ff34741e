import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/**
 * The Back button closes what is open instead of leaving the page with a half-filled form. For components that are mounted
 * only while they are open: of several blockers, the router asks the last one.
 */
export function useBackCloses(onBack: () => void): void {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP')
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    onBack()
  }, [blocker, onBack])
}
