import { expect, test } from 'vitest'
import { journalPresets } from './journal-presets.ts'

const rangesAt = (now: string) => journalPresets(new Date(`${now}T12:00:00`)).map(({ range }) => Object.values(range))

test('the ranges end today or with the month and year before, across the turn of a year', () => {
  expect(rangesAt('2026-03-15')).toEqual([
    ['2026-03-01', '2026-03-15'],
    ['2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-03-15'],
    ['2025-01-01', '2025-12-31'],
  ])
  expect(rangesAt('2027-01-01')).toEqual([
    ['2027-01-01', '2027-01-01'],
    ['2026-12-01', '2026-12-31'],
    ['2027-01-01', '2027-01-01'],
    ['2026-01-01', '2026-12-31'],
  ])
})
