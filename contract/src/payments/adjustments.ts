import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { amount, dayOrTime, id, line, lines, withAmountCents } from '../fields.ts'
import { msg } from '../text-id.ts'
import { transaction } from './transactions.ts'
import { MAX_MESSAGE_LENGTH } from './transfers.ts'

const body = withAmountCents(
  z.strictObject({
    userId: id,
    accountId: id.optional().meta({ description: 'One of the person’s accounts; the main one, when absent.' }),
    amount: amount('Please enter a valid amount'),
    createdAt: dayOrTime.optional().meta({
      description:
        'The value date: not in the future, not before 2000. Now, when absent. The booking date can’t be set.',
    }),
    reason: line(MAX_MESSAGE_LENGTH, 'Reason').optional().meta({
      description:
        'Why, for the second member of staff, and for the customer as the text of the transaction. Needed where four eyes is on.',
    }),
    confirm: z
      .literal(true, { error: msg('Send true, or leave it out.') })
      .optional()
      .meta({
        description:
          'The caller was asked: the date is before the account existed, the same was proposed already, or a statement entry waits that it may be.',
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
    reason: 'Refund of a fee',
    confirm: true as const,
    note: 'Returned wire',
  },
}

const RULES = {
  createdAt: 'Not in the future, not before 2000.',
  reason: 'Needed where four eyes is on.',
}

export const fund = endpoint({
  method: 'POST',
  path: '/admin/fund',
  fresh: true,
  policy: 'money:decide',
  movesMoney: true,
  tag: 'Administration',
  rules: RULES,
  summary: 'Credit a customer’s balance',
  description: `Posted immediately against the adjustments account and recorded in the audit log, unless a second member of staff has to
confirm it. A value date before the account existed (\`before_account\`), a proposal like one that waits or was confirmed within ten minutes
(\`same_proposal\`), and money that may be a statement entry which waits to be assigned (\`statement_entry_waits\`) are asked about:
\`confirmation_needed\` with all of them in \`current.reasons\`. The same call with \`confirm: true\` acts.`,
  body,
  example,
  success: { status: 201, body: transaction },
  refusals: ['own_account', 'not_found', 'account_closed', 'confirmation_needed', 'balance_limit'],
})

export const debit = endpoint({
  method: 'POST',
  path: '/admin/debit',
  fresh: true,
  policy: 'money:decide',
  movesMoney: true,
  tag: 'Administration',
  rules: RULES,
  summary: 'Debit a customer’s balance',
  description: 'Posted like a credit. The amounts that pending transfers hold can’t be debited.',
  body,
  example,
  success: { status: 201, body: transaction },
  refusals: ['own_account', 'not_found', 'account_closed', 'confirmation_needed', 'insufficient_balance'],
})
