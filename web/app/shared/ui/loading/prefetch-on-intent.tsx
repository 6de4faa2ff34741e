import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { savesData } from './saves-data.ts'

/** The pointer crosses links on its way: only one that it stays on counts. */
const HOVER_MS = 80

/**
 * Loads the code of a page when the user points at, touches or focuses a link to it: it is there at the click. One listener
 * for all links of the signed-in pages. Nothing is loaded ahead where the user asked the browser to save data.
 */
export function PrefetchOnIntent() {
  const [page, setPage] = useState<string>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const prefetch = (event: Event) => {
      clearTimeout(timer)
      const next = pageOf(event.target)
      if (!next || savesData()) return
      if (event.type === 'pointerover') timer = setTimeout(() => setPage(next), HOVER_MS)
      else setPage(next)
    }
    const events = ['pointerover', 'touchstart', 'focusin']
    for (const name of events) document.addEventListener(name, prefetch, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const name of events) document.removeEventListener(name, prefetch)
    }
  }, [])
  return page && <PrefetchPageLinks page={page} />
}

/** The path of a link to another signed-in page. */
function pageOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin || !link.pathname.startsWith('/dashboard')) return null
  return link.pathname === location.pathname ? null : link.pathname
}
