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
staff has to confirm, it is Pending until then. While a run with it is open, its file may still be paid, and the return is refused. Where a line of
a statement was credited to the customer with the same amount since the wire left, it may be the same money: \`confirmation_needed\`, and the same
call with \`confirm: true\` acts.`,
  body: z.strictObject({
    transactionId: id,
    reason: requiredLines(500, 'Reason', 'Please enter a reason.').meta({ description: 'Shown to the customer.' }),
    confirm: z.boolean().optional(),
  }),
  example: {
    body: { transactionId: EXAMPLES.wire, reason: 'The account is closed at the other bank.', confirm: false },
  },
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
    'confirmation_needed',
    'account_closed',
    'balance_limit',
  ],
})
