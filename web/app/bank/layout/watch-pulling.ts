import { scrollsUp } from '../../shared/ui/page/scroll-position.ts'

/** Released at this distance or further, the page refreshes. */
export const READY_PX = 64
const MAX_PX = 96
/** The page resists: the indicator moves less than the finger. */
const RESISTANCE = 0.45
/** The browser's own swipe back and forward start here. */
const EDGE_PX = 24

const COVERING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

type Callbacks = { onPull: (pulledPx: number) => void; onRelease: () => void }

/**
 * One finger that pulls the page down from its very top. Not while a dialog or a menu is open, not where something scrolls,
 * and not sideways. Returns a function that stops it.
 */
export function watchPulling({ onPull, onRelease }: Callbacks): () => void {
  let start: { x: number; y: number } | null = null
  let pulledPx = 0
  let pulling = false

  function onMove(event: TouchEvent) {
    const [touch] = event.touches
    if (!start || !touch) return
    const down = touch.clientY - start.y
    // The first movement decides whose gesture it is.
    if (!pulling && (down <= Math.abs(touch.clientX - start.x) || window.scrollY > 0)) return stop()
    pulling = true
    // A busy browser sends events that can't be cancelled. At the top of the page nothing scrolls, so the gesture goes on.
    if (event.cancelable) event.preventDefault()
    pulledPx = Math.min(MAX_PX, Math.max(0, down * RESISTANCE))
    onPull(pulledPx)
  }

  function stop() {
    start = null
    pulledPx = 0
    if (pulling) onPull(0)
    pulling = false
  }

  function onStart({ touches, target }: TouchEvent) {
    const [touch, second] = touches
    if (start) stop()
    if (!touch || second || window.scrollY > 0 || document.querySelector(COVERING)) return
    if (touch.clientX < EDGE_PX || touch.clientX > window.innerWidth - EDGE_PX) return
    if (scrollsUp(target, document.body)) return
    start = { x: touch.clientX, y: touch.clientY }
  }

  function onEnd({ type }: TouchEvent) {
    const ready = type === 'touchend' && pulledPx >= READY_PX
    stop()
    if (ready) onRelease()
  }

  /**
   * The browser waits for this listener before it scrolls, so it is there at the top of the page only. It is there before the
   * finger: on a slow device, one that is added when the finger comes can miss the first movement.
   */
  function listenAtTop() {
    if (window.scrollY <= 0) return document.addEventListener('touchmove', onMove, { passive: false })
    document.removeEventListener('touchmove', onMove)
    // The browser scrolls where it can't be stopped: the finger has moved back up.
    stop()
  }

  const listeners = [
    ['touchstart', onStart],
    ['touchend', onEnd],
    ['touchcancel', onEnd],
  ] as const
  for (const [name, listener] of listeners) document.addEventListener(name, listener, { passive: true })
  document.addEventListener('scroll', listenAtTop, { passive: true })
  listenAtTop()
  return () => {
    stop()
    document.removeEventListener('touchmove', onMove)
    document.removeEventListener('scroll', listenAtTop)
    for (const [name, listener] of listeners) document.removeEventListener(name, listener)
  }
}
