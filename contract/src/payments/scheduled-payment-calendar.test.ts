import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf, startOfDay } from '../bank-day.ts'
import {
  addDays,
  addYears,
  dueAfter,
  dueDays,
  dueOnOrAfter,
  FREQUENCIES,
  type Schedule,
} from './scheduled-payment-calendar.ts'

const monthly = (startOn: string, until: string | null = null): Schedule => ({ startOn, every: 'month', until })
const weekly = (startOn: string, until: string | null = null): Schedule => ({ startOn, every: 'week', until })
const once = (startOn: string): Schedule => ({ startOn, every: 'once', until: null })

describe('due days', () => {
  test.each<[string, Schedule, string, string[]]>([
    [
      'the 31st is the last day of shorter months, and stays the 31st',
      monthly('2026-10-31'),
      '2026-10-01',
      ['2026-10-31', '2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'],
    ],
    ['in a leap year February has 29', monthly('2027-12-31'), '2028-01-01', ['2028-01-31', '2028-02-29', '2028-03-31']],
    ['the 30th', monthly('2028-01-30'), '2028-01-31', ['2028-02-29', '2028-03-30']],
    ['the 29th', monthly('2026-01-29'), '2026-02-01', ['2026-02-28', '2026-03-29']],
    ['29 February is the 29th of every month', monthly('2028-02-29'), '2029-01-30', ['2029-02-28', '2029-03-29']],
    ['1900 and 2100 are no leap years', monthly('2100-01-31'), '2100-02-01', ['2100-02-28', '2100-03-31']],
    ['2000 is one', monthly('2000-01-31'), '2000-02-01', ['2000-02-29', '2000-03-31']],
    ['over the end of a year', monthly('2026-11-15'), '2026-11-16', ['2026-12-15', '2027-01-15']],
    ['a year later', monthly('2026-01-31'), '2027-02-28', ['2027-02-28', '2027-03-31']],
    ['every week, the same weekday', weekly('2026-02-20'), '2026-02-21', ['2026-02-27', '2026-03-06', '2026-03-13']],
    ['every week over daylight saving', weekly('2026-03-22'), '2026-03-23', ['2026-03-29', '2026-04-05']],
    ['every week over 29 February', weekly('2028-02-26'), '2028-02-27', ['2028-03-04', '2028-03-11']],
    ['once, on its day', once('2026-11-16'), '2026-11-16', ['2026-11-16']],
    ['once, before', once('2026-11-16'), '2026-01-01', ['2026-11-16']],
    ['once, after', once('2026-11-16'), '2026-11-17', []],
    ['until a day that is due', monthly('2026-10-31', '2026-11-30'), '2026-10-01', ['2026-10-31', '2026-11-30']],
    ['until the day before', monthly('2026-10-31', '2026-11-29'), '2026-10-01', ['2026-10-31']],
    ['until the start', weekly('2026-10-31', '2026-10-31'), '2026-10-31', ['2026-10-31']],
  ])('%s', (_, schedule, from, expected) => {
    expect(dueDays(schedule, from, Math.max(expected.length, 1))).toEqual(expected)
  })

  test('a year after 29 February is the 28th', () => {
    expect([addYears('2028-02-29', 1), addYears('2028-02-29', 4), addYears('2026-11-16', 2)]).toEqual([
      '2029-02-28',
      '2032-02-29',
      '2028-11-16',
    ])
  })

  /** The day is a date of the bank: what is due on it starts at its first moment, whatever clocks do that night. */
  test.each([
    ['2026-11-16', 'UTC', '2026-11-16T00:00:00Z'],
    ['2026-11-16', 'America/New_York', '2026-11-16T05:00:00Z'],
    ['2026-11-16', 'Pacific/Kiritimati', '2026-11-15T10:00:00Z'],
    ['2026-11-16', 'Pacific/Pago_Pago', '2026-11-16T11:00:00Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00Z'],
    // Midnight does not exist: clocks go from 23:59:59 to 01:00:00.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00Z'],
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00Z'],
    // Midnight occurs twice: the day begins the first time.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z'],
  ])('%s begins in %s at %s', (day, zone, start) => {
    expect(startOfDay(day, zone).toISOString()).toBe(new Date(start).toISOString())
    expect(dayOf(new Date(start), zone)).toBe(day)
    expect(dayOf(new Date(Date.parse(start) - 1), zone) < day).toBe(true)
  })
})

describe('for any schedule', () => {
  const day = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1970-01-01', days))
  const schedule = fc.record({
    startOn: day,
    every: fc.constantFrom(...FREQUENCIES),
    until: fc.constant(null),
  })

  test('days strictly increase, begin at the start and keep their distance', () => {
    fc.assert(
      fc.property(schedule, (schedule) => {
        const days = dueDays(schedule, '1900-01-01', 40)
        expect(days[0]).toBe(schedule.startOn)
        expect(days).toHaveLength(schedule.every === 'once' ? 1 : 40)
        for (const [index, due] of days.entries()) {
          const before = days[index - 1]
          if (before === undefined) continue
          if (schedule.every === 'week') expect(due).toBe(addDays(before, 7))
          else {
            expect(due > before).toBe(true)
            expect(Number(due.slice(5, 7)) % 12).toBe((Number(before.slice(5, 7)) + 1) % 12)
            const isLast = addDays(due, 1).endsWith('-01')
            const [anchor, own] = [schedule.startOn.slice(8), due.slice(8)]
            expect(own === anchor || (isLast && own < anchor)).toBe(true)
          }
        }
      }),
    )
  })

  test('the next day does not depend on how it is reached', () => {
    fc.assert(
      fc.property(schedule, day, fc.integer({ min: 0, max: 400 }), (schedule, from, later) => {
        const due = dueOnOrAfter(schedule, from)
        const other = dueOnOrAfter(schedule, addDays(from, later))
        if (due === null || other === null) return
        expect(due >= from && other >= due).toBe(true)
        if (addDays(from, later) <= due) expect(other).toBe(due)
        expect(dueAfter(schedule, due)).toBe(dueDays(schedule, due, 2)[1] ?? null)
      }),
    )
  })

  test('an end removes days and adds none', () => {
    fc.assert(
      fc.property(schedule, day, day, (schedule, until, from) => {
        const bounded = dueDays({ ...schedule, until }, from, 20)
        expect(bounded).toEqual(dueDays(schedule, from, 20).filter((due) => due <= until))
      }),
    )
  })
})
