/** A load this long after the last touch is the page's own doing: a timer, a live event, a window that came back. */
const PRESENT_MS = 60_000
const SIGNS = ['pointerdown', 'pointermove', 'wheel', 'touchstart', 'keydown', 'input']

/** Somebody opened the page. */
let lastSignAt = Date.now()

// In the prerendering there is no window, and nobody to touch it.
if (typeof window !== 'undefined')
  for (const sign of SIGNS)
    window.addEventListener(
      sign,
      () => {
        lastSignAt = Date.now()
      },
      { capture: true, passive: true },
    )

export const isUserActive = () => Date.now() - lastSignAt < PRESENT_MS
