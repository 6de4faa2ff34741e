import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, requiredLines } from '../fields.ts'
import { transaction } from './transactions.ts'

export const reverse = endpoint({
  method: 'POST',
  path: '/admin/reverse',
  apiOnly: true,
  fresh: true,
  policy: 'money:decide',
  movesMoney: true,
  tag: 'Administration',
  summary: 'Reverse a completed transaction',
  description: `Posts the opposite, once. Both halves of an internal transfer are reversed in one entry, whichever of them is
named. The original stays as it was; \`reverses\` and \`reversedBy\` link the two. Where a second member of staff has to
confirm, the reversal is Pending until then.`,
  body: z.strictObject({
    transactionId: id,
    reason: requiredLines(500, 'Reason', 'Please enter a reason.').meta({
      description: 'For staff only: it is in the audit log and not shown to the customer.',
    }),
  }),
  example: { body: { transactionId: EXAMPLES.bookedDeposit, reason: 'Sent to the wrong person' } },
  success: { status: 201, body: transaction },
  refusals: [
    'own_account',
    'not_found',
    'not_reversible',
    'already_reversed',
    'reversal_pending',
    'already_returned',
    'return_pending',
    'paid_out',
    'account_closed',
    'insufficient_balance',
    'balance_limit',
  ],
})
