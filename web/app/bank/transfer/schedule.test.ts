import { expect, test } from 'vitest'
import { EMPTY_SCHEDULE, scheduleOf, startError, untilError } from './schedule.ts'

test('only repeated payments have an end, and a transfer of today has no schedule', () => {
  const form = { ...EMPTY_SCHEDULE, startOn: '2026-12-31', until: '2027-06-30' }
  expect(scheduleOf(form)).toBeNull()
  expect(scheduleOf({ ...form, when: 'once' })).toEqual({ startOn: '2026-12-31', every: 'once', until: null })
  expect(scheduleOf({ ...form, when: 'month' })).toEqual({
    startOn: '2026-12-31',
    every: 'month',
    until: '2027-06-30',
  })
  expect(scheduleOf({ ...form, when: 'week', until: '' })?.until).toBeNull()
})

test('a start is today or within two years, and an end not before it', () => {
  const today = '2026-11-16'
  expect(startError('', today)).toBe('Choose a date.')
  expect(startError('2026-11-15', today)).toBe('Choose a day that is not in the past.')
  expect(startError(today, today)).toBe(true)
  expect(startError('2028-11-16', today)).toBe(true)
  expect(startError('2028-11-17', today)).toBe('Choose a day within the next 2 years.')
  expect(untilError('', today)).toBe(true)
  expect(untilError(today, today)).toBe(true)
  expect(untilError('2026-11-15', today)).toBe('Choose a day that is not before the first payment.')
})
