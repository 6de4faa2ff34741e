import { expect, test } from 'vitest'
import { openSteps } from './checklist-steps.ts'

const newcomer = { status: 'Pending', emailConfirmed: false, hasPin: false, balance: 0, held: 0 } as const
const done = { status: 'Active', emailConfirmed: true, hasPin: true, balance: 5, held: 0 } as const
const loaded = { verification: { state: 'none' }, transactions: [] } as const
const loading = { verification: undefined, transactions: undefined }

test('a newcomer has four steps, and a customer who has done them none', () => {
  expect(openSteps(newcomer, loaded)).toEqual(['email', 'documents', 'pin', 'money'])
  expect(openSteps(done, loaded)).toEqual([])
})

test('an unconfirmed address is mentioned to customers of long standing', () => {
  expect(openSteps({ ...done, emailConfirmed: false }, loaded)).toEqual(['email'])
})

test.each([
  ['money that was spent again', { ...done, balance: 0 }, { ...loaded, transactions: [{ status: 'Completed' }] }, []],
  [
    'a deposit that staff look at',
    { ...done, balance: 0 },
    { ...loaded, transactions: [{ status: 'Pending' }] },
    ['money'],
  ],
  ['money that is held', { ...done, balance: 0, held: 5 }, loaded, []],
  ['what is not loaded', { ...newcomer, emailConfirmed: true, hasPin: true }, loading, []],
  ['a frozen account', { ...newcomer, status: 'Frozen' }, loaded, []],
  ['a closed account', { ...newcomer, status: 'Closed' }, loaded, []],
] as const)('%s', (_, user, state, steps) => {
  expect(openSteps(user, state)).toEqual(steps)
})
