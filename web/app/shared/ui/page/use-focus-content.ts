import { useEffect } from 'react'
import { useNavigationType } from 'react-router'

/**
 * Client-side navigation loads no document, so screen readers don't announce it and the focus may be lost with the
 * clicked link. When `page` changes, the focus moves to the content. Not on a first visit or on the way back: the
 * browser manages the focus then.
 */
export function useFocusContent(page: string) {
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the navigation type only matters when the page changes
  useEffect(() => {
    const content = document.getElementById('content')
    if (type === 'POP' || content?.contains(document.activeElement)) return
    content?.focus({ preventScroll: true })
  }, [page])
}
