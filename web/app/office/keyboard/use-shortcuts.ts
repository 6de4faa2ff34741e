import { useEffect, useRef } from 'react'

/** `false`: not now, and the browser may have the key. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => unknown>

const TYPED_INTO = 'input, textarea, select, [contenteditable]:not([contenteditable=false])'
/** A window above the page has the keyboard for itself; the decision panel is none, for it stands beside the list. */
const WINDOW_ABOVE = '[role=dialog]:not([data-beside]), [role=alertdialog], [role=menu], [role=listbox]'

const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(TYPED_INTO) !== null

/** Single keys, for people who decide all day. Never while somebody types, and never instead of the browser's own. */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (isTyping(event.target) || document.querySelector(WINDOW_ABOVE)) return
      const act = latest.current[event.key]
      if (act && act(event) !== false) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
