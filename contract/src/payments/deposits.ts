import { z } from 'zod'
import { IMAGE_URL_PATTERN, imageIdOf } from '../customers/image-url.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { amount, id, line, verbatimText, withAmountCents } from '../fields.ts'
import { refusals } from '../refusals.ts'
import { transaction } from './transactions.ts'

const RECEIPT_TEXT = refusals.receipt_required.message

/** Parsed to the upload's id. A missing receipt has the message for customers; a malformed one is a client's bug. */
const receipt = z
  .string({ error: RECEIPT_TEXT })
  .trim()
  .min(1, { error: RECEIPT_TEXT, abort: true })
  .refine((text) => imageIdOf(text) !== null, 'The receipt is the imageUrl of an upload.')
  .transform((text) => imageIdOf(text) ?? '')
  .meta({
    pattern: IMAGE_URL_PATTERN,
    description: 'The imageUrl of the customer’s own upload, not used for another deposit.',
    examples: [EXAMPLES.uploadUrl],
  })

const fitsMethod = ({ method, currency }: { method: 'bank' | 'crypto'; currency?: string }) =>
  (method === 'crypto') === Boolean(currency)

export const deposit = endpoint({
  method: 'POST',
  path: '/deposit',
  fresh: false,
  policy: 'signedIn',
  movesMoney: true,
  tag: 'Money',
  rules: { currency: 'Not empty for crypto; absent or empty otherwise.' },
  summary: 'Submit a deposit with its receipt',
  description: `Credited when an administrator approves it. A crypto deposit names its currency; the current rate and the amount
due are stored with it.`,
  body: withAmountCents(
    z
      .strictObject({
        amount: amount(),
        method: z.enum(['bank', 'crypto'], { error: 'The method is bank or crypto.' }),
        receipt,
        accountId: id.optional().meta({ description: 'The own account to credit; the main one, when absent.' }),
        currency: line(100, 'Currency').optional().meta({ description: 'The name of an entry of cryptoInfo.' }),
      })
      .refine(fitsMethod, { error: 'A crypto deposit names its currency, and no other does.', path: ['currency'] }),
  ),
  example: {
    body: { amount: 250, method: 'bank', receipt: EXAMPLES.uploadUrl, accountId: EXAMPLES.account, currency: '' },
  },
  success: { status: 201, body: transaction },
  refusals: ['account_closed', 'receipt_required', 'currency_not_offered', 'not_found', 'receipt_used'],
})

export const readPaymentReference = endpoint({
  method: 'GET',
  path: '/deposit/reference',
  needsAccount: true,
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'The reference to write on wire deposits',
  description:
    'One per person: a creditor reference of ISO 11649 with check digits, so that a typo is never another person’s reference.',
  success: {
    status: 200,
    body: z.object({ reference: verbatimText }).meta({ examples: [{ reference: 'RF040000000000' }] }),
  },
})
