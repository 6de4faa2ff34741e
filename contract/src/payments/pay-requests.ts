import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { amount, id, line, money, verbatimText } from '../fields.ts'
import { toCents } from '../money.ts'

/** The longest code: a reference of 70 characters with four bytes each. The router refuses longer parameters. */
export const MAX_PAY_CODE_LENGTH = 500

export const createPayRequest = endpoint({
  method: 'POST',
  path: '/pay-requests',
  policy: 'signedIn',
  fresh: false,
  apiOnly: true,
  tag: 'Money',
  summary: 'Request money',
  description: `Returns the code of the page \`/pay/{code}\`, for a link or a QR code. The bank signs it: an altered code is not valid.
Nothing is stored, and the code does not expire.`,
  body: z
    .strictObject({
      amount: amount('Enter a valid amount.').optional().meta({ description: 'Without it the payer chooses.' }),
      reference: line(70, 'Reference').optional().meta({ description: 'Shown to the payer.' }),
      accountId: id.optional().meta({ description: 'The own account to credit; the main one, when absent.' }),
    })
    .transform(({ amount, reference = '', accountId }) => ({
      amountCents: amount === undefined ? null : toCents(amount),
      reference,
      accountId,
    })),
  example: { body: { amount: 12, reference: 'Lunch', accountId: EXAMPLES.account } },
  success: {
    status: 201,
    body: z.object({ code: z.string() }).meta({ examples: [{ code: EXAMPLES.payRequestCode }] }),
  },
  refusals: ['not_found', 'account_closed'],
})

export const payRequest = z
  .object({
    accountName: verbatimText,
    accountNumber: verbatimText,
    bankName: verbatimText,
    amount: money.nullable().meta({ description: 'Null: the payer chooses.' }),
    reference: verbatimText,
    own: z.boolean().meta({ description: 'The caller made it.' }),
  })
  .meta({
    id: 'PayRequest',
    examples: [
      {
        accountName: 'Grace Example',
        accountNumber: '8332345894',
        bankName: 'Fable Bank',
        amount: 12.5,
        reference: 'Lunch',
        own: false,
      },
    ],
  })
export type PayRequest = z.infer<typeof payRequest>

export const readPayRequest = endpoint({
  method: 'GET',
  path: '/pay-requests/:code',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'Who requests money, and how much',
  description:
    'For the transfer form. Nothing is paid before the payer has seen it and approved it with PIN or passkey.',
  params: z.strictObject({
    code: z.string().max(MAX_PAY_CODE_LENGTH).meta({ pattern: '^[A-Za-z0-9_-]+$' }),
  }),
  example: { params: { code: EXAMPLES.payRequestCode } },
  success: { status: 200, body: payRequest },
  refusals: ['pay_request_invalid', 'receiver_closed'],
})
