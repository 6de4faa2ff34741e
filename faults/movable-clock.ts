/** A clock for a server of the campaign that differs from the machine's. */
export function createMovableClock(): { now: () => Date; move: (offsetMs: number) => void } {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    move: (offsetMs) => {
      offset = offsetMs
    },
  }
}
