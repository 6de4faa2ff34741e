import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf, earliest, endOfDay, justAfter, startOfDay } from './bank-day.ts'

describe('the beginning of a day', () => {
  test.each([
    ['2026-01-05', 'UTC', '2026-01-05T00:00:00.000Z'],
    ['2026-01-05', 'America/New_York', '2026-01-05T05:00:00.000Z'],
    ['2026-07-05', 'America/New_York', '2026-07-05T04:00:00.000Z'],
    ['2026-01-05', 'Pacific/Auckland', '2026-01-04T11:00:00.000Z'],
    ['2026-01-05', 'Asia/Kathmandu', '2026-01-04T18:15:00.000Z'],
    // The clocks go forward at midnight: the day begins at one o'clock.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    // The clocks go back to midnight at one o'clock: the day begins at the first of the two.
    ['2025-11-02', 'America/Havana', '2025-11-02T04:00:00.000Z'],
    // The clocks go back at midnight, into the day before.
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
    // Samoa crossed the date line and left this day out.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s is %s', (date, zone, expected) => expect(startOfDay(date, zone).toISOString()).toBe(expected))

  test('it is the first moment of its day, in every zone tried', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'America/Havana', 'Asia/Beirut', 'Pacific/Chatham']
    const days = fc
      .integer({ min: 0, max: 10_000 })
      .map((n) => new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(days, fc.constantFrom(...zones), (date, zone) => {
        const start = startOfDay(date, zone)
        expect(dayOf(start, zone)).toBe(date)
        expect(dayOf(new Date(start.getTime() - 1), zone) < date).toBe(true)
        expect(dayOf(new Date(endOfDay(date, zone).getTime() - 1), zone)).toBe(date)
      }),
    )
  })
})

test('a short day ends when the next begins', () => {
  expect(endOfDay('2026-03-29', 'Europe/Berlin').toISOString()).toBe('2026-03-29T22:00:00.000Z')
})

test('a bare date is its whole day, a time is its own millisecond', () => {
  const span = (text: string) => [earliest(text, 'Europe/Berlin'), justAfter(text, 'Europe/Berlin')]
  expect(span('2026-01-05')).toEqual([new Date('2026-01-04T23:00:00Z'), new Date('2026-01-05T23:00:00Z')])
  expect(span('2026-01-05T10:00:00+02:00')).toEqual([
    new Date('2026-01-05T08:00Z'),
    new Date('2026-01-05T08:00:00.001Z'),
  ])
})
