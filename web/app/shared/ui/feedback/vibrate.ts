const PATTERNS_MS = { success: [12], error: [24, 60, 24] }

/** Feedback that can be felt, for the outcome of a payment. Not on devices that were asked for less motion. */
export function vibrate(outcome: keyof typeof PATTERNS_MS) {
  if (!navigator.vibrate || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate(PATTERNS_MS[outcome])
}
