import { expect, test } from 'vitest'
import { officeDate } from '../format-date.ts'
import { changesOf, sayAction, transactionOf } from './describe-entry.ts'

test('money is said in dollars, secrets as the log has them', () => {
  const before = { balanceCents: '0', code: 'none' }
  const after = { balanceCents: '-120050', code: 'set', amountCents: '5' }
  expect(changesOf({ before, after })).toEqual([
    { field: 'balance', before: '$0.00', after: '-$1,200.50' },
    { field: 'code', before: 'none', after: 'set' },
    { field: 'amount', before: null, after: '$0.05' },
  ])
})

test('what did not change is said once, what is gone is said to have been', () => {
  const before = { status: 'Pending', transactionId: 'x', code: 'set', codeDescription: 'Old' }
  expect(changesOf({ before, after: { status: 'Pending', reason: '', codeDescription: '' } })).toEqual([
    { field: 'code description', before: 'Old', after: 'empty' },
    { field: 'status', before: null, after: 'Pending' },
    { field: 'code', before: 'set', after: null },
  ])
})

test('names of fields, and the transaction it was about', () => {
  const act = { before: { transactionId: 'x', proposedBy: 'id', proposedByName: 'Grace' }, after: { fullName: 'Ada' } }
  expect(changesOf(act).map(({ field }) => field)).toEqual(['proposed by', 'full name'])
  expect(transactionOf(act)).toBe('x')
  expect(transactionOf({ before: {}, after: {} })).toBe(null)
})

test('a time is said as everywhere in the office; what only looks like one, in a name, stays as it is', () => {
  const time = '2026-01-05T15:04:00.000Z'
  const after = { valueAt: time, expireDate: time, fullName: time }
  expect(changesOf({ before: {}, after }).map((change) => change.after)).toEqual([
    officeDate(time),
    officeDate(time),
    time,
  ])
})

test('an action without words of its own is said as the log has it', () => {
  expect(sayAction('pin.reset')).toBe('Reset the PIN')
  expect(sayAction('something.new')).toBe('something.new')
})
