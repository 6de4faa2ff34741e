import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * A link within the application changes the page without a load, and a screen reader would not notice. The keyboard
 * moves to the new content, as it would after one. Not on a first visit and not on the way back: those are the browser's.
 */
export function useFocusContent() {
  const { pathname } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is its path; how it was reached only matters then
  useEffect(() => {
    const content = document.getElementById('content')
    if (type === 'POP' || content?.contains(document.activeElement)) return
    content?.focus({ preventScroll: true })
  }, [pathname])
}
