import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { amount, dayOrTime, id, lines, withAmountCents } from '../fields.ts'
import { transaction } from './transactions.ts'

const body = withAmountCents(
  z.strictObject({
    userId: id,
    accountId: id.optional().meta({ description: 'One of the person’s accounts; the main one, when absent.' }),
    amount: amount('Please enter a valid amount'),
    createdAt: dayOrTime.optional().meta({
      description:
        'The value date: not in the future, not before 2000. Now, when absent. The booking date can’t be set.',
    }),
    note: lines(500, 'Note').optional().meta({ description: 'For administrators only.' }),
  }),
)
const example = {
  body: {
    userId: EXAMPLES.customer,
    accountId: EXAMPLES.account,
    amount: 120,
    createdAt: '2026-01-05',
    note: 'Returned wire',
  },
}

export const fund = endpoint({
  method: 'POST',
  path: '/admin/fund',
  fresh: true,
  policy: 'money:decide',
  movesMoney: true,
  tag: 'Administration',
  rules: { createdAt: 'Not in the future, not before 2000.' },
  summary: 'Credit a customer’s balance',
  description: 'Posted immediately against the adjustments account and recorded in the audit log.',
  body,
  example,
  success: { status: 201, body: transaction },
  refusals: ['own_account', 'not_found', 'account_closed', 'balance_limit'],
})

export const debit = endpoint({
  method: 'POST',
  path: '/admin/debit',
  fresh: true,
  policy: 'money:decide',
  movesMoney: true,
  tag: 'Administration',
  rules: { createdAt: 'Not in the future, not before 2000.' },
  summary: 'Debit a customer’s balance',
  description: 'Posted like a credit. The amounts that pending transfers hold can’t be debited.',
  body,
  example,
  success: { status: 201, body: transaction },
  refusals: ['own_account', 'not_found', 'account_closed', 'insufficient_balance'],
})
