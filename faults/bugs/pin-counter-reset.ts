import type { Bug } from './bug.ts'

/** Rarely enough that the counter checker reads a count before it is reset. */
const EVERY_MS = 1_500

export const pinCounterReset: Bug = {
  title: 'A background job resets the counters of wrong PINs',
  caughtBy: ['PIN counters'],
  forMs: 6_000,
  overrides: {
    extraJobs: (sql) => [
      {
        name: 'reset PIN counters',
        intervalMs: EVERY_MS,
        firstRunAfterMs: EVERY_MS,
        run: async () => {
          await sql`update accounts set pin_attempts = 0 where pin_attempts > 0`
        },
      },
    ],
  },
}
