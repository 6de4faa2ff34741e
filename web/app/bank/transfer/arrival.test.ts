import { expect, test } from 'vitest'
import { arrivesAtOnce, usualArrival } from './arrival.ts'

test.each([
  ['2026-11-16', 'here', '2026-11-17'],
  ['2026-11-16', 'elsewhere', '2026-11-18'],
  ['2026-11-19', 'elsewhere', '2026-11-23'],
  ['2026-11-20', 'here', '2026-11-23'],
  ['2026-11-21', 'here', '2026-11-23'],
  ['2026-12-31', 'elsewhere', '2027-01-04'],
] as const)('sent on %s, %s: by %s', (today, where, day) => expect(usualArrival(today, where)).toBe(day))

test.each([
  [100, 100, [1_000], true],
  [100.01, 100, [1_000], false],
  [100, undefined, [1_000], false],
  [90, 100, [100], false],
  [89.99, 100, [100], true],
  [90, 100, [50, 60], true],
])('%d, at once up to %s, from %j: %s', (amount, instantUpTo, available, expected) =>
  expect(arrivesAtOnce(amount, instantUpTo, available)).toBe(expected),
)
