import type { Job } from './run-jobs.ts'

type Interval = Pick<Job, 'intervalMs' | 'firstRunAfterMs'>

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

export const EVERY_SECOND: Interval = { intervalMs: SECOND_MS, firstRunAfterMs: 0 }
/** A person waits for it, and it is seldom there. */
export const EVERY_FIVE_SECONDS: Interval = { intervalMs: 5 * SECOND_MS, firstRunAfterMs: 5 * SECOND_MS }
/** Not while the first requests after a start are served. */
export const EVERY_TEN_MINUTES: Interval = { intervalMs: 10 * MINUTE_MS, firstRunAfterMs: 20 * SECOND_MS }
/** For a search through a whole table. */
export const HOURLY: Interval = { ...EVERY_TEN_MINUTES, intervalMs: 60 * MINUTE_MS }
