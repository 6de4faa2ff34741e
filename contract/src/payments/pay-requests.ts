import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { amount, id, isoTime, line, money, verbatimText } from '../fields.ts'
import { toCents } from '../money.ts'
import { idCursor, pageLimit } from '../paging.ts'

/** The longest code of an earlier version: a reference of 70 characters with four bytes each. The router refuses longer parameters. */
export const MAX_PAY_CODE_LENGTH = 500

export const PAY_REQUEST_DAYS = 30
export const MAX_OPEN_PAY_REQUESTS = 200
export const MAX_REQUEST_REFERENCE_LENGTH = 70

export const payRequestCode = z.string().max(MAX_PAY_CODE_LENGTH).meta({ pattern: '^[A-Za-z0-9_-]+$' })

export const createPayRequest = endpoint({
  method: 'POST',
  path: '/pay-requests',
  policy: 'signedIn',
  fresh: false,
  takesKey: true,
  apiOnly: true,
  tag: 'Money',
  summary: 'Request money',
  description: `Returns the code of the page \`/pay/{code}\`, for a link or a QR code. The bank signs it: an altered code is not valid.
With an amount, the request is paid once; without, any number of people may pay it. It expires after ${PAY_REQUEST_DAYS} days. At most
${MAX_OPEN_PAY_REQUESTS} can be open. A person whose documents were not approved yet can't request money: the page would show a name that
nobody has checked. Send an idempotency key: a repeated call then makes no second request. Refusals are not kept for the key.`,
  body: z
    .strictObject({
      amount: amount('Enter a valid amount.').optional().meta({ description: 'Without it the payer chooses.' }),
      reference: line(MAX_REQUEST_REFERENCE_LENGTH, 'Reference')
        .optional()
        .meta({ description: 'Shown to the payer.' }),
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
    body: z
      .object({ _id: z.uuid(), code: z.string() })
      .meta({ examples: [{ _id: EXAMPLES.payRequest, code: EXAMPLES.payRequestCode }] }),
  },
  refusals: ['not_found', 'account_pending', 'account_closed', 'pay_request_limit'],
})

export const PAY_REQUEST_STATUSES = ['Open', 'Paid', 'Cancelled', 'Expired'] as const
export type PayRequestStatus = (typeof PAY_REQUEST_STATUSES)[number]

/** What the requester and those who have the code both see. */
const state = {
  amount: money.nullable().meta({ description: 'Null: the payer chooses.' }),
  reference: verbatimText,
  status: z.enum(PAY_REQUEST_STATUSES).meta({
    description: 'A request without an amount stays Open when it is paid.',
  }),
  pending: z.boolean().meta({
    description: 'A payment is on its way: no one else can pay it, unless that one is declined or cancelled.',
  }),
}

export const ownPayRequest = z
  .object({
    _id: z.uuid(),
    code: z.string(),
    ...state,
    createdAt: isoTime,
    expiresAt: isoTime,
    transactionId: z.uuid().optional().meta({ description: 'The deposit that paid it; the latest of several.' }),
    paidBy: verbatimText.optional().meta({ description: 'Who sent that deposit.' }),
  })
  .meta({
    id: 'OwnPayRequest',
    examples: [
      {
        _id: EXAMPLES.payRequest,
        code: EXAMPLES.payRequestCode,
        amount: 12.5,
        reference: 'Lunch',
        status: 'Paid',
        pending: false,
        createdAt: '2026-01-05T15:04:00.000Z',
        expiresAt: '2026-02-04T15:04:00.000Z',
        transactionId: EXAMPLES.bookedDeposit,
        paidBy: 'Grace Example',
      },
    ],
  })
export type OwnPayRequest = z.infer<typeof ownPayRequest>

export const listPayRequests = endpoint({
  method: 'GET',
  path: '/pay-requests',
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'Own requests for money, newest first',
  description: 'A payment that was reversed leaves its request Paid: the link can’t be paid a second time.',
  query: z.strictObject({ limit: pageLimit(20, 100), cursor: idCursor }),
  success: { status: 200, body: z.array(ownPayRequest), headers: ['Link'] },
})

export const cancelPayRequest = endpoint({
  method: 'DELETE',
  // It has the name of the code's parameter: an address has one name for each part.
  path: '/pay-requests/:code',
  policy: 'signedIn',
  // A stolen session must not stop the owner's money.
  fresh: true,
  apiOnly: true,
  tag: 'Money',
  summary: 'Cancel an own request for money',
  description:
    'It stays in the list. Cancelling it again, or one that has expired, changes nothing. Refused once it is paid, and while a payment is on its way.',
  params: z.strictObject({ code: id.meta({ description: 'The `_id` of the request.' }) }),
  example: { params: { code: EXAMPLES.payRequest } },
  success: { status: 204, body: null },
  refusals: ['not_found', 'pay_request_paid', 'pay_request_pending'],
})

export const payRequest = z
  .object({
    accountName: verbatimText,
    accountNumber: verbatimText.optional().meta({ description: 'For signed-in people only.' }),
    bankName: verbatimText,
    ...state,
    expiresAt: isoTime.nullable().meta({ description: 'Null for a code of an earlier version.' }),
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
        status: 'Open',
        pending: false,
        expiresAt: '2026-02-04T15:04:00.000Z',
        own: false,
      },
    ],
  })
export type PayRequest = z.infer<typeof payRequest>

export const readPayRequest = endpoint({
  method: 'GET',
  path: '/pay-requests/:code',
  policy: 'public',
  rateLimit: 'verify',
  apiOnly: true,
  tag: 'Money',
  summary: 'Who requests money, and how much',
  description:
    'For the page `/pay/{code}`. A session is not needed, but adds the account number. Nothing is paid before the payer has seen it and approved it with PIN or passkey.',
  params: z.strictObject({ code: payRequestCode }),
  example: { params: { code: EXAMPLES.payRequestCode } },
  success: { status: 200, body: payRequest },
  refusals: ['pay_request_invalid', 'receiver_closed'],
})
