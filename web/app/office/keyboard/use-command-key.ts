import { useEffect, useRef } from 'react'

/** A dialog that must be answered first. The panel beside a list is none. */
const MODAL = '[role=dialog]:not([data-beside]), [role=alertdialog]'

/** Ctrl+K, or Cmd+K on a Mac. In a field too: it is no character. */
export function useCommandKey(onPress: () => void) {
  const latest = useRef(onPress)
  latest.current = onPress
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isCommand || event.key.toLowerCase() !== 'k' || document.querySelector(MODAL)) return
      // Some browsers open a search of their own.
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
