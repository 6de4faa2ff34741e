/** A request this long after the last input comes from the page itself: a timer, a live event, a tab that got focus. */
const ACTIVE_MS = 60_000
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'wheel', 'touchstart', 'keydown', 'input']

/** Opening the page counts as input. */
let lastInputAt = Date.now()

// There is no window during prerendering.
if (typeof window !== 'undefined')
  for (const name of INPUT_EVENTS)
    window.addEventListener(
      name,
      () => {
        lastInputAt = Date.now()
      },
      { capture: true, passive: true },
    )

export const isUserActive = () => Date.now() - lastInputAt < ACTIVE_MS
