import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { openPool } from '../platform/db/connection.ts'
import { monthBefore, monthOf } from './month.ts'

describe('a month begins in the bank’s time zone', () => {
  test.each([
    ['2026-01-31T23:59:59.999Z', 'UTC', '2026-01-01'],
    ['2026-02-01T00:00:00.000Z', 'UTC', '2026-02-01'],
    ['2026-01-31T23:00:00.000Z', 'Europe/Zurich', '2026-02-01'],
    ['2026-03-31T22:00:00.000Z', 'Europe/Zurich', '2026-04-01'],
    ['2026-03-31T21:59:59.999Z', 'Europe/Zurich', '2026-03-01'],
    ['2026-02-01T04:59:59.999Z', 'America/New_York', '2026-01-01'],
    ['2025-12-31T11:00:00.000Z', 'Pacific/Auckland', '2026-01-01'],
    ['2000-01-01T00:00:00.000Z', 'UTC', '2000-01-01'],
  ])('%s in %s', (at, zone, month) => expect(monthOf(new Date(at), zone)).toBe(month))

  test('of each zone at the same time', () => {
    const at = new Date('2026-01-31T23:00:00.000Z')
    expect(['UTC', 'Europe/Zurich', 'UTC'].map((zone) => monthOf(at, zone))).toEqual([
      '2026-01-01',
      '2026-02-01',
      '2026-01-01',
    ])
  })

  test('agrees with PostgreSQL for twenty years of hours in unusual time zones', async () => {
    const database = await createTestDatabase()
    const sql = openPool(database.connection, { max: 1 })
    for (const zone of ['Pacific/Apia', 'Asia/Kathmandu', 'America/St_Johns', 'Europe/London']) {
      // The two could differ only in the hours around the start of a month.
      const rows = await sql<{ at: Date; month: string }[]>`
        select t as at, date_trunc('month', t at time zone ${zone})::date as month
        from generate_series('2008-01-01Z'::timestamptz, '2027-12-31Z', '1 hour') as t
        where extract(day from t at time zone 'UTC') in (1, 2, 28, 29, 30, 31)`
      const wrong = rows.filter(({ at, month }) => monthOf(at, zone) !== month)
      expect([zone, rows.length > 30_000, wrong.slice(0, 3)]).toEqual([zone, true, []])
    }
    await sql.end()
    await database.drop()
  })
})

test('the month before', () => {
  expect(['2026-03-01', '2026-01-01', '2000-01-01'].map(monthBefore)).toEqual([
    '2026-02-01',
    '2025-12-01',
    '1999-12-01',
  ])
})
