import { z } from 'zod'
import { accountNumber, iban, swiftCode, withAccount } from '../account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { amount, id, line, money, requiredLine, withAmountCents } from '../fields.ts'
import { approvalFields, withOneApproval } from '../identity/approvals.ts'
import { CHALLENGE_EXAMPLE, requestOptions } from '../identity/webauthn.ts'
import { msg } from '../text-id.ts'
import { CANCELLED_TEXT } from '../texts.ts'
import { payRequestCode } from './pay-requests.ts'
import { PAYEE_CHECK_RESULTS, PAYEE_CHECKS_PER_HOUR } from './payees.ts'
import { schedule } from './scheduled-payment-schedule.ts'
import { transaction } from './transactions.ts'

const CODE_TEXT = msg('The transaction code has five digits.')
export const transactionCode = z.string({ error: CODE_TEXT }).regex(/^[0-9]{5}$/, CODE_TEXT)

/** As much as a SEPA payment carries. */
export const MAX_MESSAGE_LENGTH = 140

const accountId = id.optional().meta({ description: 'The own account that pays; the main one, when absent.' })

/** Who is paid, how much, and what the payee reads: what a passkey signs. */
const payment = {
  accountName: requiredLine(140, 'Account name'),
  accountNumber,
  bankName: requiredLine(140, 'Bank name'),
  amount: amount('Enter a valid withdrawal amount.'),
  iban: iban.optional(),
  swiftCode: swiftCode.optional(),
  message: line(MAX_MESSAGE_LENGTH, 'Message').optional().meta({ description: 'What the payee reads. May be empty.' }),
}

const payRequest = payRequestCode.optional().meta({
  description:
    'The code of a request for money. The account, and the amount where it is fixed, must be those of the request.',
})

export const transferForm = { ...payment, accountId, ...approvalFields }
/** An API key with the scope is the approval. */
const transferByKey = { ...payment, accountId, payRequest }
const BY_KEY = [{ properties: { pin: { not: {} }, authorisation: { not: {} } } }]
const BY_KEY_RULES = { pin: 'Required unless `authorisation` is given; an API key sends neither.' }

/** Whole amounts are valid in every currency. */
export const examplePayment = {
  accountName: 'Grace Example',
  accountNumber: '0532013000',
  bankName: 'Example Savings Bank',
  amount: 120,
  iban: 'DE89370400440532013000',
  swiftCode: 'COBADEFF',
  message: 'Invoice 4711',
}
export const exampleForm = { ...examplePayment, accountId: EXAMPLES.account, pin: '1234' }

const ignoredCode = line(100, 'Code').optional().meta({ description: 'Part of the form, ignored by this endpoint.' })
export const transferBody = withAmountCents(
  withOneApproval(withAccount(z.strictObject({ ...transferForm, payRequest, code: ignoredCode })), BY_KEY),
)

export const authoriseTransfer = endpoint({
  method: 'POST',
  path: '/transfer/authorisation',
  policy: 'signedIn',
  fresh: false,
  apiOnly: true,
  tag: 'Money',
  rules: { 'order.until': 'Not before `startOn`.' },
  summary: 'Ask for approval of a transfer by passkey',
  description: `Takes the form of \`POST /transfer\` without \`pin\`. The WebAuthn challenge is a hash over the payee, the amount, the
message, if there is one, and a nonce, so the signature approves this payment only. Valid for five minutes and one transfer. With \`order\`, it approves a
scheduled payment in place of a transfer, and the hash is over the schedule too.`,
  body: withAmountCents(
    withAccount(
      z.strictObject({
        ...payment,
        accountId,
        order: schedule.optional().meta({ description: 'For `POST /orders`, or the new amount of an order.' }),
      }),
    ),
  ),
  example: { body: { ...examplePayment, accountId: EXAMPLES.account } },
  success: {
    status: 200,
    body: z.object({ authorisation: id, options: requestOptions }).meta({
      examples: [
        {
          authorisation: '019a85b0-7c3e-7d52-9f0a-3a1c5e7b9d24',
          options: { challenge: CHALLENGE_EXAMPLE, rpId: 'localhost', userVerification: 'required' },
        },
      ],
    }),
  },
  refusals: ['account_frozen', 'account_closed', 'passkey_missing'],
})

export const cancelTransfer = endpoint({
  method: 'POST',
  path: '/transfer/cancel',
  policy: 'signedIn',
  // A stolen session must not stop the owner's payments.
  fresh: true,
  movesMoney: true,
  apiOnly: true,
  tag: 'Money',
  summary: 'Cancel an own pending transfer',
  description: `Releases the hold. The transfer is Declined with the reason '${CANCELLED_TEXT}'. After a decision it is refused.`,
  body: z.strictObject({ transactionId: id }),
  example: { body: { transactionId: EXAMPLES.pendingTransfer } },
  success: { status: 200, body: transaction },
  refusals: ['account_closed', 'not_found', 'already_decided'],
})

export const CREDENTIALS = ['pin', 'code', 'authorisation'] as const
const ALWAYS = [
  'pay_request_invalid',
  'not_found',
  'same_account',
  'use_move',
  'account_pending',
  'account_frozen',
  'account_closed',
  'pin_missing',
  'pin_incorrect',
  'challenge_expired',
  'passkey_incorrect',
  'authorisation_mismatch',
] as const
const AFTER_SECRETS = [
  'receiver_closed',
  'pay_request_differs',
  'pay_request_paid',
  'pay_request_pending',
  'pay_request_cancelled',
  'pay_request_expired',
  'insufficient_balance',
  'limit_exceeded',
  'key_limit_exceeded',
  'unknown_account',
  'too_many',
  'pin_locked',
] as const

export const transfer = endpoint({
  method: 'POST',
  path: '/transfer',
  keyScope: 'transfer',
  fresh: false,
  policy: 'signedIn',
  movesMoney: true,
  credentials: CREDENTIALS,
  tag: 'Money',
  rules: BY_KEY_RULES,
  summary: 'Send money from own account',
  description: `The amount is held at once and posted when an administrator approves. Inside the bank, a transfer up to
\`INSTANT_UP_TO\` without risk flag is Completed at once. Checked in this order: fields, status, PIN or authorisation, code,
receiver, request for money, funds, daily limit, whether this bank has the account (which counts as a check of a payee); \`current\` of 'limit_exceeded' has what is left today, that of 'pin_incorrect' and 'code_incorrect' \`attemptsLeft\`. Five wrong PINs in a row lock the PIN until the customer recovers it or an administrator resets it. When the account has a transaction
code the response is 'Require code': prompt for it and use \`POST /transfer-code\`. PIN, code and authorisation are checked
before a stored response is repeated, and are no part of what an idempotency key stands for. An API key sends neither
\`pin\` nor \`authorisation\`; it is refused above its daily maximum.`,
  body: transferBody,
  keyBody: withAmountCents(withAccount(z.strictObject(transferByKey))),
  example: { body: exampleForm },
  success: { status: 201, body: transaction },
  refusals: [...ALWAYS, 'code_required', ...AFTER_SECRETS],
})

export const transferWithCode = endpoint({
  method: 'POST',
  path: '/transfer-code',
  keyScope: 'transfer',
  fresh: false,
  policy: 'signedIn',
  movesMoney: true,
  credentials: CREDENTIALS,
  tag: 'Money',
  rules: BY_KEY_RULES,
  summary: 'Send money, with the transaction code',
  description: 'As `POST /transfer`. Five wrong codes in a row lock the code until an administrator sets another.',
  body: withAmountCents(
    withOneApproval(withAccount(z.strictObject({ ...transferForm, payRequest, code: transactionCode })), BY_KEY),
  ),
  keyBody: withAmountCents(withAccount(z.strictObject({ ...transferByKey, code: transactionCode }))),
  example: { body: { ...exampleForm, code: EXAMPLES.transactionCode } },
  success: { status: 201, body: transaction },
  refusals: [...ALWAYS, 'code_incorrect', 'code_expired', ...AFTER_SECRETS, 'code_locked'],
})

export const ARRIVALS = ['now', 'after_review'] as const

export const previewTransfer = endpoint({
  method: 'POST',
  path: '/transfer/preview',
  keyScope: 'transfer',
  fresh: false,
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'What a transfer would cost, and when it would arrive',
  description: `Takes the form of \`POST /transfer\`; PIN, authorisation and code are not needed, and not looked at. Decided as the transfer is:
what is answered is what happens if it is sent within a minute, or sooner where what delays it ends within it, and what would be refused is
refused alike. Nothing is changed. Only an unknown account of this bank, whose transfer is refused as \`unknown_account\`, is answered with the
check \`unknown\`. A payment that leaves the bank is always reviewed first. Counts as one of the ${PAYEE_CHECKS_PER_HOUR} checks of payees an hour.`,
  body: withAmountCents(
    withAccount(
      z.strictObject({
        ...payment,
        accountId,
        pin: transferForm.pin.meta({ description: 'Ignored.' }),
        authorisation: transferForm.authorisation.meta({ description: 'Ignored.' }),
        payRequest,
        code: ignoredCode,
      }),
    ),
  ),
  example: { body: { ...examplePayment, accountId: EXAMPLES.account } },
  success: {
    status: 200,
    body: z
      .object({
        fee: money.meta({ description: 'What the bank charges for it, besides the amount.' }),
        arrival: z.enum(ARRIVALS).meta({ description: '`after_review`: staff decide about it first.' }),
        check: z.enum(PAYEE_CHECK_RESULTS).meta({ description: 'As `result` of `POST /payees/check`.' }),
      })
      .meta({ id: 'TransferPreview', examples: [{ fee: 0, arrival: 'now', check: 'match' }] }),
  },
  refusals: [
    'not_found',
    'same_account',
    'use_move',
    'account_pending',
    'account_frozen',
    'account_closed',
    'receiver_closed',
    'pay_request_invalid',
    'pay_request_differs',
    'pay_request_paid',
    'pay_request_pending',
    'pay_request_cancelled',
    'pay_request_expired',
    'insufficient_balance',
    'limit_exceeded',
    'key_limit_exceeded',
    'too_many',
  ],
})
export type TransferPreview = z.infer<(typeof previewTransfer)['success']['body']>
