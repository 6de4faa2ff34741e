import { expect, test } from 'vitest'
import { reconnectDelayMs } from './event-stream.ts'

test('pages reconnect at different times, spread over seconds from the first try on', () => {
  const spread = (failures: number) => reconnectDelayMs(failures, 0.999) - reconnectDelayMs(failures, 0)
  expect(spread(1)).toBeGreaterThan(1_900)
  expect(reconnectDelayMs(1, 0)).toBe(0)
  expect([spread(5), spread(20)].every((ms) => ms > 3_000)).toBe(true)
  expect(reconnectDelayMs(20, 1)).toBe(15_000)
})
