import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, requiredLines } from '../fields.ts'
import { transaction } from '../payments/transactions.ts'

export const returnTransfer = endpoint({
  method: 'POST',
  path: '/admin/return',
  policy: 'outside:manage',
  fresh: true,
  movesMoney: true,
  apiOnly: true,
  tag: 'Outside money',
  summary: 'Credit back a wire that the outside bank returned',
  description: `Once, by a new transaction: \`returns\` and \`returnedBy\` link the two. The original stays as it was. Where a second member of
staff has to confirm, it is Pending until then. While a run with it is open, its file may still be paid, and the return is refused.`,
  body: z.strictObject({
    transactionId: id,
    reason: requiredLines(500, 'Reason', 'Please enter a reason.').meta({ description: 'Shown to the customer.' }),
  }),
  example: { body: { transactionId: EXAMPLES.wire, reason: 'The account is closed at the other bank.' } },
  success: { status: 201, body: transaction },
  refusals: [
    'own_account',
    'not_found',
    'not_returnable',
    'run_open',
    'already_returned',
    'already_reversed',
    'return_pending',
    'reversal_pending',
    'account_closed',
    'balance_limit',
  ],
})
