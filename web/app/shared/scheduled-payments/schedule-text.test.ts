import { expect, test } from 'vitest'
import { browserDay, dayName, leafOf, scheduleText } from './schedule-text.ts'

const TODAY = '2026-11-16'
const until = null

test('a due day has its year unless it is the current one', () => {
  expect(dayName('2026-12-01', TODAY)).toBe('December 1')
  expect(dayName('2027-01-31', TODAY)).toBe('January 31, 2027')
  expect(leafOf('2026-12-01')).toEqual({ month: 'Dec', day: '1' })
})

test('a schedule is told in one line', () => {
  const texts = [
    { startOn: '2026-12-01', every: 'once', until } as const,
    { startOn: '2026-11-20', every: 'week', until } as const,
    { startOn: '2026-12-01', every: 'month', until: '2027-06-01' } as const,
    { startOn: '2026-12-31', every: 'month', until } as const,
  ].map((schedule) => scheduleText(schedule, TODAY))
  expect(texts).toEqual([
    'Once, on December 1',
    'Every Friday',
    'Every month on the 1st, until June 1, 2027',
    'Every month on the 31st or the last day',
  ])
})

test('the browser’s day is that of its clock, not of UTC', () => {
  expect(browserDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(browserDay(new Date(2026, 0, 5, 0, 1))).toBe('2026-01-05')
})
