import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

/** True once the page is scrolled by more than `pixels`. */
export const useScrolledPast = (pixels: number) =>
  useSyncExternalStore(
    subscribe,
    () => window.scrollY > pixels,
    () => false,
  )
