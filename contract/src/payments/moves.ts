import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { amount, id, withAmountCents } from '../fields.ts'
import { msg } from '../text-id.ts'
import { transaction } from './transactions.ts'

export const moveMoney = endpoint({
  method: 'POST',
  path: '/accounts/move',
  fresh: false,
  policy: 'signedIn',
  movesMoney: true,
  apiOnly: true,
  tag: 'Money',
  rules: { to: 'Another account than `from`.' },
  summary: 'Move money between own accounts',
  description: `At once and without a PIN: the money stays with its owner. It is neither income nor spending. The response is the
transaction of the account that pays; the other one gets a Deposit.`,
  body: withAmountCents(
    z
      .strictObject({ from: id, to: id, amount: amount() })
      .refine(({ from, to }) => from !== to, { error: msg('Choose another account.'), path: ['to'] }),
  ),
  example: { body: { from: EXAMPLES.account, to: EXAMPLES.savingsAccount, amount: 150 } },
  success: { status: 201, body: transaction },
  refusals: [
    'not_found',
    'account_pending',
    'account_frozen',
    'account_closed',
    'insufficient_balance',
    'balance_limit',
  ],
})
