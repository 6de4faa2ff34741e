const GIVE_UP_MS = 1_000

/** The element with the focus, for `returnFocus`. */
export const focusedElement = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null)

/** The focus is on no control: on the page itself, or on a dialog that caught it. */
const isFocusLost = () => document.activeElement === document.body || document.activeElement?.role === 'dialog'

/** A busy button is disabled and loses the focus: gives it back once the button is enabled. */
export function returnFocus(element: HTMLElement | null, { onlyIfLost }: { onlyIfLost: boolean }) {
  const since = performance.now()
  const attempt = () => {
    if (!element?.isConnected || (onlyIfLost && !isFocusLost())) return
    if (!element.matches(':disabled')) element.focus()
    else if (performance.now() - since < GIVE_UP_MS) requestAnimationFrame(attempt)
  }
  // After the closing dialog has moved the focus.
  requestAnimationFrame(() => requestAnimationFrame(attempt))
}
