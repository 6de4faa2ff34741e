import { useLayoutEffect, useRef } from 'react'

/** A handler returns `false` to leave the key to the browser. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => unknown>

const EDITABLE = 'input:not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])'
/** Open dialogs and menus take all keys, except the decision panel: it stands beside the list. */
const OPEN_OVERLAY = '[role=dialog]:not([data-beside]), [role=alertdialog], [role=menu], [role=listbox]'

const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(EDITABLE) !== null

/** Single-key shortcuts. Ignored while the user types in a field, and for the browser's own key combinations. */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  // A key works as soon as what it acts on is shown.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (isTyping(event.target) || document.querySelector(OPEN_OVERLAY)) return
      const handler = latest.current[event.key]
      if (handler && handler(event) !== false) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
