import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Moves the focus to the new content after client-side navigation, as a full page load would: screen readers would not
 * notice otherwise. Not on the first visit and not on back and forward, which the browser handles.
 */
export function useFocusContent() {
  const { pathname } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new path is a new page
  useEffect(() => {
    const content = document.getElementById('content')
    if (type === 'POP' || content?.contains(document.activeElement)) return
    content?.focus({ preventScroll: true })
  }, [pathname])
}
