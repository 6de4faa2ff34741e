import { expect, test } from 'vitest'
import type { Account } from '#contract/customers/accounts.ts'
import type { Transaction } from '#contract/payments/transactions.ts'
import { verbatim } from '#contract/text.ts'
import { payeeName } from './transaction-labels.ts'
import { isCancelled, shownReason } from './transaction-status.tsx'

const accounts = [
  { _id: 'm', kind: 'main', name: verbatim('Main account'), number: verbatim('1') },
  { _id: 's', kind: 'savings', name: verbatim('Savings'), number: verbatim('2') },
] as Account[]

const transaction = (changed: object) => ({ type: 'Transfer', method: 'wire', ...changed }) as Transaction
const owner = (accountNumber: string) => ({ accountName: 'Ada Example', accountNumber })

test.each([
  [{ counterparty: { accountName: 'Grace Hopper' } }, 'Grace Hopper'],
  [{ method: 'move', counterparty: owner('2') }, 'To Savings'],
  [{ method: 'move', type: 'Deposit', counterparty: owner('1') }, 'From Main account'],
  [{ method: 'adjustment', counterparty: null }, 'Adjustment by the bank'],
  [{ type: 'Deposit', returns: 'x', counterparty: { accountName: 'Grace Hopper' } }, 'Returned transfer'],
])('%j is called %s', (changed, name) => {
  expect(payeeName(transaction(changed), accounts)).toBe(name)
})

test.each([
  ['Declined', 'Cancelled by you.', true, ''],
  ['Declined', 'Cancelled to secure your account.', true, 'Cancelled to secure your account.'],
  ['Declined', 'Account closed, sorry', false, 'Account closed, sorry'],
  ['Completed', 'Cancelled by you.', false, 'Cancelled by you.'],
] as const)('%s, %s: cancelled is %s', (status, reason, cancelled, shown) => {
  expect([isCancelled({ status, reason }), shownReason({ status, reason })]).toEqual([cancelled, shown])
})
