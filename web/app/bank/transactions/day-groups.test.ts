import { expect, test } from 'vitest'
import { groupByDay } from './day-groups.ts'

const now = new Date('2026-03-01T12:00:00')
const at = (time: string) => ({ createdAt: new Date(time).toISOString() })

test('groups neighbours of one day and names today, yesterday and dates', () => {
  const items = ['2026-03-01T23:59:59', '2026-03-01T00:00:00', '2026-02-28T23:59:59', '2025-12-31T09:00:00'].map(at)
  expect(groupByDay(items, now).map(({ name, items }) => [name, items.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Dec 31, 2025', 1],
  ])
  expect(groupByDay([], now)).toEqual([])
})
