/** The clocks of a server of the campaign: the machine's can be wrong, and days can pass. */
export function createMovableClock() {
  let [offsetMs, travelMs] = [0, 0]
  return {
    now: () => new Date(Date.now() + offsetMs),
    timeTravelMs: () => travelMs,
    set: (clocks: { offsetMs: number; travelMs: number }) => {
      offsetMs = clocks.offsetMs
      travelMs = clocks.travelMs
    },
  }
}
