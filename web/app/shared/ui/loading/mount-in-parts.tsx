import { useDeferredValue, useEffect, useState } from 'react'
import type { Content } from '../content.ts'

/**
 * Opens a popup in several tasks, because the first one of a kind takes long on a slow phone: its content is mounted while it
 * is hidden, in parts, and only then it opens. The focus and the position are thus set with the content in place.
 */
export function useOpenWhenMounted(wanted: boolean, inParts: boolean) {
  const [mounted, setMounted] = useState(false)
  return { open: wanted && (mounted || !inParts), onMounted: setMounted }
}

type Props = {
  onMounted: (mounted: boolean) => void
  /** Otherwise the children are mounted at once. */
  inParts: boolean
  children: Content
}

/** Deferred, so that React renders the children in parts and answers taps in between. */
export function MountInParts({ onMounted, inParts, children }: Props) {
  const mounted = useDeferredValue(true, !inParts)
  useEffect(() => {
    if (!mounted) return
    onMounted(true)
    return () => onMounted(false)
  }, [mounted, onMounted])
  return mounted && children
}
