import { z } from 'zod'
import { SAVINGS_ID } from '../customers/accounts.ts'
import { EXAMPLE_USER } from '../customers/people.ts'
import { endpoint } from '../endpoint.ts'
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
  ).meta({ examples: [{ from: EXAMPLE_USER._id, to: SAVINGS_ID, amount: 150 }] }),
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
