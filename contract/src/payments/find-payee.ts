import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { email, requiredLine, verbatimText } from '../fields.ts'
import { PAYEE_CHECKS_PER_HOUR } from './payees.ts'

/** The name is asked for as well: an address alone must not tell who banks here, or what they are called. */
export const findPayee = endpoint({
  method: 'POST',
  path: '/payees/find',
  policy: 'signedIn',
  fresh: false,
  apiOnly: true,
  tag: 'Money',
  summary: 'Find a customer of this bank by exact email address and name',
  description: `\`found\` when the name is that of the holder, or close to it as in \`POST /payees/check\`; it then has the verified name and
the main account. Everything else is \`unknown\`: no such customer, another name, an address that is not confirmed, an account that
is not Active, and the own address. Counts as a check of a payee: at most ${PAYEE_CHECKS_PER_HOUR} an hour together.`,
  body: z.strictObject({ email, accountName: requiredLine(140, 'Account name') }),
  example: { body: { email: EXAMPLES.customerEmail, accountName: 'Ada Example' } },
  success: {
    status: 200,
    body: z
      .object({
        result: z.enum(['found', 'unknown']),
        payee: z
          .object({ accountName: verbatimText, accountNumber: verbatimText, bankName: verbatimText })
          .optional()
          .meta({ description: 'What a transfer needs. For `found` only.' }),
      })
      .meta({
        id: 'FoundPayee',
        examples: [
          {
            result: 'found',
            payee: { accountName: 'Grace Example', accountNumber: '6424296447', bankName: 'Fable Bank' },
          },
        ],
      }),
  },
  refusals: ['account_pending', 'account_frozen', 'account_closed'],
})
export type FoundPayee = z.infer<(typeof findPayee)['success']['body']>
