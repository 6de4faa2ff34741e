import { startHousekeeping } from '#server/jobs/housekeeping.ts'
import type { Bug } from './bug.ts'

/** Rarely enough that the counter checker reads a count before it is reset. */
const EVERY_MS = 1_500

export const pinCounterReset: Bug = {
  title: 'Housekeeping resets the counters of wrong PINs',
  caughtBy: ['PIN counters'],
  forMs: 6_000,
  overrides: {
    startHousekeeping: (options) => {
      const stop = startHousekeeping(options)
      const reset = () => options.sql`update accounts set pin_attempts = 0 where pin_attempts > 0`
      const timer = setInterval(() => void reset().catch(() => {}), EVERY_MS)
      return async () => {
        clearInterval(timer)
        await stop()
      }
    },
  },
}
