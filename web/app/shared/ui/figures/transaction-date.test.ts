import { expect, test } from 'vitest'
import { transactionDate } from './transaction-date.ts'

const at = (text: string) => transactionDate(new Date(text).toISOString())

test.each([
  ['2025-01-05T15:04:00', 'Jan 5th 25 - 03:04 pm'],
  ['2026-11-01T00:00:00', 'Nov 1st 26 - 12:00 am'],
  ['2026-02-22T12:30:00', 'Feb 22nd 26 - 12:30 pm'],
  ['2026-03-13T09:05:00', 'Mar 13th 26 - 09:05 am'],
  ['2026-07-31T23:59:59', 'Jul 31st 26 - 11:59 pm'],
  ['2009-12-23T11:11:00', 'Dec 23rd 09 - 11:11 am'],
])('formats %s as %s', (time, text) => {
  expect(at(time)).toBe(text)
})
