import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankDayAt, dailyLimitAt, ownLimitAt, sentKey } from './daily-limit.ts'
import type { PersonLimits } from './person.ts'

describe('the day of the bank', () => {
  // In autumn the day has 25 hours, in spring 23; in Havana midnight itself is skipped in spring and occurs twice in autumn.
  const days: [zone: string, at: string, start: string, end: string][] = [
    ['UTC', '2026-01-05T00:00:00.000Z', '2026-01-05T00:00:00.000Z', '2026-01-06T00:00:00.000Z'],
    ['UTC', '2026-01-04T23:59:59.999Z', '2026-01-04T00:00:00.000Z', '2026-01-05T00:00:00.000Z'],
    ['Europe/Zurich', '2026-03-29T12:00:00.000Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Zurich', '2026-03-29T22:00:00.000Z', '2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z'],
    ['Europe/Zurich', '2026-10-25T22:59:59.999Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['Europe/Zurich', '2026-10-25T23:00:00.000Z', '2026-10-25T23:00:00.000Z', '2026-10-26T23:00:00.000Z'],
    ['America/New_York', '2026-03-08T04:59:59.999Z', '2026-03-07T05:00:00.000Z', '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['America/Havana', '2026-03-08T05:00:00.000Z', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['America/Havana', '2026-11-01T05:30:00.000Z', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-05T10:00:00.000Z', '2026-01-05T10:00:00.000Z', '2026-01-06T10:00:00.000Z'],
  ]
  test.each(days)('%s at %s', (zone, at, start, end) => {
    const day = bankDayAt(new Date(at), zone)
    expect([day.start.toISOString(), day.end.toISOString()]).toEqual([start, end])
  })

  test('contains the moment, and the next one begins where it ends', () => {
    const at = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    const zone = fc.constantFrom('UTC', 'Europe/Zurich', 'America/New_York', 'Australia/Lord_Howe', 'America/Havana')
    fc.assert(
      fc.property(at, zone, (moment, zone) => {
        const { start, end } = bankDayAt(moment, zone)
        expect(start <= moment && moment < end).toBe(true)
        const next = bankDayAt(end, zone)
        expect(next.start).toEqual(end)
        expect(sentKey('ada', next)).not.toBe(sentKey('ada', { start, end }))
      }),
    )
  })
})

describe('the limit of a person', () => {
  const at = new Date('2026-01-05T12:00:00Z')
  const cents = fc.option(fc.bigInt(1n, 1_000n))
  const next = fc.option(fc.record({ cents, at: fc.date({ noInvalidDate: true }) }))
  const person: fc.Arbitrary<PersonLimits> = fc.record({ ownCents: cents, next, staffCents: cents })

  test('is never above what the person or the bank has set', () => {
    fc.assert(
      fc.property(person, cents, (limits, dailyLimitCents) => {
        const limit = dailyLimitAt(limits, { dailyLimitCents }, at)
        const bounds = [ownLimitAt(limits, at), limits.staffCents ?? dailyLimitCents].filter((cents) => cents !== null)
        expect(limit).toBe(bounds.length === 0 ? null : bounds.reduce((a, b) => (a < b ? a : b)))
      }),
    )
  })

  test('changes to the next own one when its time has come', () => {
    const limits = { ownCents: 1n, next: { cents: 2n, at }, staffCents: null }
    expect(ownLimitAt(limits, new Date(at.getTime() - 1))).toBe(1n)
    expect(ownLimitAt(limits, at)).toBe(2n)
    expect(ownLimitAt({ ...limits, next: { cents: null, at } }, at)).toBeNull()
  })
})
