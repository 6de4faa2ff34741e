import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, money, requiredLines, verbatimText } from '../fields.ts'
import { idCursor, pageLimit } from '../paging.ts'
import { transaction } from '../payments/transactions.ts'
import { PAYMENT_FILE_FORMATS, type PaymentFileFormat, RUN_STATES } from './payment-file-formats.ts'

const exampleRun = {
  _id: EXAMPLES.paymentRun,
  number: 7,
  count: 1,
  total: 120.5,
  createdAt: '2026-01-05T15:04:00.000Z',
  createdBy: { _id: '0198c1a0-11aa-7000-8000-6d1c2b3a4f5e', fullName: 'Grace Admin' },
  state: 'open',
  sentAt: null,
  sentBy: null,
  paidFrom: { name: 'Fable Bank Deposits', number: '4410077123' },
} as const

const named = z.object({ _id: z.uuid(), fullName: verbatimText })

export const paymentRun = z
  .object({
    _id: z.uuid(),
    number: z.int().meta({ description: 'Counts the runs of the bank, from 1, without gaps.' }),
    count: z.int().meta({ description: 'The number of payments.' }),
    total: money.meta({ description: 'The sum of the payments.' }),
    createdAt: isoTime,
    createdBy: named,
    state: z.enum(RUN_STATES).meta({ description: '`sent`: an administrator gave the file to the outside bank.' }),
    sentAt: isoTime.nullable(),
    sentBy: named.nullable(),
    paidFrom: z
      .object({ name: verbatimText, number: verbatimText })
      .meta({ description: 'The institution’s own account that pays, as the file names it.' }),
  })
  .meta({ id: 'PaymentRun', examples: [exampleRun] })
export type PaymentRun = z.infer<typeof paymentRun>

const examplePayment = {
  transactionId: EXAMPLES.wire,
  reference: 'M7QX2-9KDTF',
  amount: 120.5,
  accountName: 'Grace Example',
  accountNumber: '0532013000',
  bankName: 'Example Savings Bank',
  iban: '',
  swiftCode: '',
  returnedBy: null,
}

export const runPayment = z
  .object({
    transactionId: z
      .uuid()
      .nullable()
      .meta({ description: 'The transfer; null where the bank returns a credit that it could not assign.' }),
    reference: verbatimText.meta({ description: 'The EndToEndId of the file: the reference of the transaction.' }),
    amount: money.meta({ description: 'Positive.' }),
    accountName: verbatimText.meta({ description: 'As the customer wrote it. The file transliterates it.' }),
    accountNumber: verbatimText,
    bankName: verbatimText,
    iban: verbatimText,
    swiftCode: verbatimText,
    returnedBy: z.uuid().nullable().meta({ description: 'The transaction that credited it back.' }),
  })
  .meta({ id: 'RunPayment', examples: [examplePayment] })
export type RunPayment = z.infer<typeof runPayment>

export const paymentRunDetails = paymentRun
  .extend({ payments: z.array(runPayment).meta({ description: 'In the order of the file.' }) })
  .meta({ id: 'PaymentRunDetails', examples: [{ ...exampleRun, payments: [examplePayment] }] })
export type PaymentRunDetails = z.infer<typeof paymentRunDetails>

export const createPaymentRun = endpoint({
  method: 'POST',
  path: '/admin/payment-runs',
  policy: 'outside:manage',
  fresh: true,
  movesMoney: true,
  apiOnly: true,
  tag: 'Outside money',
  summary: 'Collect every approved outgoing wire that is in no run yet',
  description: `A transfer is in at most one run, and can't be reversed afterwards. A reversed transfer, or one whose reversal waits to be
confirmed, is left out. The body may be absent. The same Idempotency-Key again makes no second run: it answers the first one as it is now.`,
  body: z
    .strictObject({
      outsideAccountId: id.optional().meta({
        description:
          'The outside account that pays. When absent: the first one; without any, the account of the deposit details.',
      }),
    })
    .nullable(),
  example: { body: { outsideAccountId: EXAMPLES.externalAccount } },
  success: { status: 201, body: paymentRun },
  refusals: ['not_found', 'nothing_to_pay'],
})

export const listPaymentRuns = endpoint({
  method: 'GET',
  path: '/admin/payment-runs',
  keyScope: 'staff:read',
  policy: 'outside:read',
  apiOnly: true,
  tag: 'Outside money',
  summary: 'Payment runs, newest first',
  query: z.strictObject({ limit: pageLimit(20, 100), cursor: idCursor }),
  success: { status: 200, body: z.array(paymentRun), headers: ['Link'] },
})

export const readPaymentRun = endpoint({
  method: 'GET',
  path: '/admin/payment-runs/:id',
  keyScope: 'staff:read',
  policy: 'outside:read',
  apiOnly: true,
  tag: 'Outside money',
  summary: 'A payment run with its payments',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.paymentRun } },
  success: { status: 200, body: paymentRunDetails },
  refusals: ['not_found'],
})

const FORMATS = Object.keys(PAYMENT_FILE_FORMATS) as [PaymentFileFormat, ...PaymentFileFormat[]]

export const readPaymentFile = endpoint({
  method: 'GET',
  path: '/admin/payment-runs/:id/file',
  keyScope: 'staff:read',
  policy: 'outside:read',
  apiOnly: true,
  tag: 'Outside money',
  summary: 'The file for the outside bank',
  description: `The same bytes each time. pain001 is the ISO 20022 message pain.001.001.09, with names transliterated to the characters that every
bank passes on; csv keeps them as written. The audit log keeps who downloaded it.`,
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.paymentRun } },
  query: z.strictObject({ format: z.enum(FORMATS, { error: 'The format is pain001 or csv.' }).default('pain001') }),
  success: { status: 200, body: 'xml', files: ['application/xml', 'text/csv'] },
  refusals: ['not_found'],
})

export const markPaymentRunSent = endpoint({
  method: 'POST',
  path: '/admin/payment-runs/:id/sent',
  policy: 'outside:manage',
  fresh: true,
  apiOnly: true,
  tag: 'Outside money',
  summary: 'Say that the outside bank has the file',
  description: 'Once: marking it again changes nothing and answers the same.',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.paymentRun } },
  success: { status: 200, body: paymentRun },
  refusals: ['not_found'],
})

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
