import { expect, test } from 'vitest'
import { formatDateTime } from '../parts/format-date.ts'
import { actionLabel, fieldChanges, transactionIdOf } from './describe-entry.ts'

test('formats cents as dollars and leaves the states of secrets as logged', () => {
  const before = { balanceCents: '0', code: 'none' }
  const after = { balanceCents: '-120050', code: 'set', amountCents: '5' }
  expect(fieldChanges({ before, after })).toEqual([
    { field: 'balance', before: '$0.00', after: '-$1,200.50' },
    { field: 'code', before: 'none', after: 'set' },
    { field: 'amount', before: null, after: '$0.05' },
  ])
})

test('shows an unchanged value once and a removed value as before only', () => {
  const before = { status: 'Pending', transactionId: 'x', code: 'set', codeDescription: 'Old' }
  expect(fieldChanges({ before, after: { status: 'Pending', reason: '', codeDescription: '' } })).toEqual([
    { field: 'code description', before: 'Old', after: 'empty' },
    { field: 'status', before: null, after: 'Pending' },
    { field: 'code', before: 'set', after: null },
  ])
})

test('labels fields in words and finds the transaction id', () => {
  const entry = {
    before: { transactionId: 'x', proposedBy: 'id', proposedByName: 'Grace' },
    after: { fullName: 'Ada' },
  }
  expect(fieldChanges(entry).map(({ field }) => field)).toEqual(['proposed by', 'full name'])
  expect(transactionIdOf(entry)).toBe('x')
  expect(transactionIdOf({ before: {}, after: {} })).toBe(null)
})

test('formats times only in fields that hold times', () => {
  const time = '2026-01-05T15:04:00.000Z'
  const after = { valueAt: time, expireDate: time, fullName: time }
  expect(fieldChanges({ before: {}, after }).map((change) => change.after)).toEqual([
    formatDateTime(time),
    formatDateTime(time),
    time,
  ])
})

test('shows an expiry at midnight as the end of the day before', () => {
  const expiry = (local: string) =>
    fieldChanges({ before: {}, after: { expireDate: new Date(local).toISOString() } })[0]?.after
  expect(expiry('2026-12-16T00:00:00')).toBe('end of Dec 15, 2026')
  expect(expiry('2026-12-16T15:30:00')).toBe('Dec 16, 2026 15:30')
})

test('falls back to the raw name of an unknown action', () => {
  expect(actionLabel('pin.reset')).toBe('Reset PIN')
  expect(actionLabel('something.new')).toBe('something.new')
})
