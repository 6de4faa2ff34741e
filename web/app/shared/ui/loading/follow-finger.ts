import { scrollsUp } from '../page/scroll-position.ts'

/** Released below this share of its height, the sheet closes. */
const CLOSING_SHARE = 0.3
/** A flick closes it wherever it is released. */
const CLOSING_PX_PER_MS = 0.5
const MIN_FLICK_PX = 24
const SETTLE_MS = 200

type Point = { x: number; y: number; at: number }
type Handlers = {
  /** Typed input: the sheet returns, and `onLeave` asks. */
  mustAsk: () => boolean
  onLeave: () => void
}

/**
 * A bottom sheet follows the finger that pulls it down. Released far down or with speed, it closes; otherwise it returns.
 * What is scrolled inside it scrolls first. Sideways movements are left to the browser. Returns a function that stops it.
 */
export function followFinger(sheet: HTMLElement, { mustAsk, onLeave }: Handlers): () => void {
  let start: Point | null = null
  let last: Point | null = null
  let pixelsPerMs = 0

  const pulledPx = () => (start && last ? Math.max(0, last.y - start.y) : 0)

  function move(transform: string, durationMs: number) {
    const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    sheet.style.transition = reduced || durationMs === 0 ? 'none' : `transform ${durationMs}ms ease-out`
    sheet.style.transform = transform
  }
  const comeBack = () => move('', SETTLE_MS)

  function onStart({ touches, target, timeStamp }: TouchEvent) {
    const [touch, second] = touches
    last = null
    start = touch && !second && !scrollsUp(target, sheet) ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : null
  }

  function onMove(event: TouchEvent) {
    const [touch] = event.touches
    if (!start || !touch) return
    const point = { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
    const down = point.y - start.y
    // The first movement decides whose gesture it is.
    if (!last && down <= Math.abs(point.x - start.x)) {
      start = null
      return
    }
    // A busy browser sends events that can't be cancelled. Above the content nothing scrolls, so the gesture goes on.
    if (event.cancelable) event.preventDefault()
    const before = last ?? start
    pixelsPerMs = (point.y - before.y) / Math.max(1, point.at - before.at)
    last = point
    move(`translateY(${pulledPx()}px)`, 0)
  }

  function onEnd({ type }: TouchEvent) {
    const pulled = pulledPx()
    const moved = last !== null
    start = null
    last = null
    if (!moved) return
    const flicked = pixelsPerMs > CLOSING_PX_PER_MS && pulled > MIN_FLICK_PX
    if (type === 'touchcancel' || !(flicked || pulled > sheet.offsetHeight * CLOSING_SHARE)) return comeBack()
    if (mustAsk()) {
      comeBack()
      return onLeave()
    }
    move('translateY(100%)', SETTLE_MS)
    setTimeout(() => {
      onLeave()
      // It may stay, for example while a payment is being sent.
      setTimeout(() => sheet.isConnected && comeBack(), SETTLE_MS)
    }, SETTLE_MS)
  }

  const listeners = [
    ['touchstart', onStart],
    ['touchmove', onMove],
    ['touchend', onEnd],
    ['touchcancel', onEnd],
  ] as const
  for (const [name, listener] of listeners) sheet.addEventListener(name, listener, { passive: name !== 'touchmove' })
  return () => {
    for (const [name, listener] of listeners) sheet.removeEventListener(name, listener)
  }
}
