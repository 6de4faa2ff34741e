import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const NOW = Date.parse('2026-01-05T15:00:00Z')

test.each([
  ['2026-01-05T15:00:00Z', 'now'],
  ['2026-01-05T14:59:01Z', 'now'],
  ['2026-01-05T14:59:00Z', '1 minute ago'],
  ['2026-01-05T14:20:00Z', '40 minutes ago'],
  ['2026-01-05T14:00:00Z', '1 hour ago'],
  ['2026-01-05T03:30:00Z', '11 hours ago'],
  ['2026-01-05T15:00:30Z', 'now'],
  ['2026-01-04T14:00:00Z', 'yesterday'],
  ['2025-12-30T15:00:00Z', '6 days ago'],
  ['2025-11-01T15:00:00Z', '2 months ago'],
  ['2023-11-01T15:00:00Z', '2 years ago'],
])('%s is %s', (iso, words) => {
  expect(timeAgo(iso, NOW)).toBe(words)
})
