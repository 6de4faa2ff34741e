import { expect, test } from 'vitest'
import { usualArrival } from './arrival.ts'

test.each([
  ['2026-11-16', 'here', '2026-11-17'],
  ['2026-11-16', 'elsewhere', '2026-11-18'],
  ['2026-11-19', 'elsewhere', '2026-11-23'],
  ['2026-11-20', 'here', '2026-11-23'],
  ['2026-11-21', 'here', '2026-11-23'],
  ['2026-12-31', 'elsewhere', '2027-01-04'],
] as const)('sent on %s, %s: by %s', (today, where, day) => expect(usualArrival(today, where)).toBe(day))
