import { useEffect, useRef } from 'react'
import { type Location, useBlocker, useLocation, useNavigate } from 'react-router'

/** The search parameter that opens a dialog with the page. */
const OPENING_PARAM = 'transaction'

/**
 * The Back button closes what is open instead of leaving the page with a half-filled form. For components that are mounted
 * only while they are open: of several blockers, the router asks the last one.
 */
export function useBackCloses(onBack: () => void): void {
  useEntryToGoBackTo()
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP')
  const handled = useRef<Location>(undefined)
  useEffect(() => {
    if (blocker.state !== 'blocked' || handled.current === blocker.location) return
    handled.current = blocker.location
    blocker.reset()
    // While the router is on its way back to this entry, a change of the address would be made to the other one.
    if (currentKey() === blocker.location.key) window.addEventListener('popstate', () => onBack(), { once: true })
    else onBack()
  }, [blocker, onBack])
}

/** As the router names history entries. */
const currentKey = () => window.history.state?.key ?? 'default'

/**
 * From the first page of a tab, Back leaves the application, and no script can stop it. A second history entry makes it a
 * step inside the application. The first entry then has the address without the dialog.
 */
function useEntryToGoBackTo() {
  const navigate = useNavigate()
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (window.history.state?.idx !== 0) return
    const closed = new URL(window.location.href)
    closed.searchParams.delete(OPENING_PARAM)
    window.history.replaceState(window.history.state, '', closed)
    void navigate(location, { state: location.state, preventScrollReset: true })
  }, [])
}
