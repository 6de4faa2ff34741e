import { expect, test } from 'vitest'
import { DatabaseClock, describeSkew } from './database-clock.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

/** A machine and a database whose clocks the test sets; time passes only by `pass`. */
function openClocks(skewMs = 0) {
  let passedMs = 0
  const clocks = { skewMs, databaseMs: Date.UTC(2026, 10, 18) }
  const time = () => clocks.databaseMs + passedMs
  const clock = new DatabaseClock({ machine: () => new Date(time() + clocks.skewMs), monotonicMs: () => passedMs })
  const pass = (ms: number) => {
    passedMs += ms
  }
  /** The database reads its clock in the middle of the round trip. */
  const measure = (tripMs = 2) =>
    clock.measure(async () => {
      pass(tripMs / 2)
      const read = new Date(time())
      pass(tripMs / 2)
      return read
    })
  return { clock, clocks, pass, measure, errorMs: () => clock.now().getTime() - time() }
}

test.each([100, -100, 3_650, -3_650])('a machine that is %i days off has the database’s time', async (days) => {
  const { clock, measure, pass, errorMs } = openClocks(days * DAY_MS)
  await measure()
  expect([clock.isRight, Math.round(clock.skewMs / DAY_MS)]).toEqual([false, days])
  pass(3 * MINUTE_MS)
  expect(Math.abs(errorMs())).toBeLessThanOrEqual(1)
})

test('a minute apart is right, and more is not, from the moment on at which the machine’s clock is set and back', async () => {
  const { clock, clocks, measure, errorMs } = openClocks()
  await measure()
  for (const [skewMs, isRight] of [
    [MINUTE_MS, true],
    [-MINUTE_MS, true],
    [MINUTE_MS + 1, false],
    [-MINUTE_MS - 1, false],
    [0, true],
  ] as const) {
    clocks.skewMs = skewMs
    expect([skewMs, clock.isRight, errorMs()]).toEqual([skewMs, isRight, 0])
  }
})

test('slow responses don’t move the time, and a database whose clock was set is followed', async () => {
  const { clock, clocks, measure, errorMs } = openClocks()
  for (const tripMs of [2, 5_000, 40, 900]) await measure(tripMs)
  expect(errorMs()).toBe(0)
  clocks.databaseMs += DAY_MS
  clocks.skewMs -= DAY_MS
  await measure()
  expect(Math.abs(errorMs())).toBeLessThanOrEqual(1)
  expect(clock.isRight).toBe(false)
})

test('says how far the clocks are apart', () => {
  expect([61_000, -3 * 3_600_000, 100 * DAY_MS].map(describeSkew)).toEqual([
    '61 seconds ahead of',
    '3 hours behind',
    '100 days ahead of',
  ])
})
