import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, money, verbatimText } from '../fields.ts'
import { idCursor, pageLimit } from '../paging.ts'
import { PAYMENT_FILE_FORMATS, type PaymentFileFormat, RUN_STATES } from './payment-file-formats.ts'
import { PAYMENT_STATUSES, WITHHELD_REASONS } from './payment-statuses.ts'

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
  account: { _id: EXAMPLES.externalAccount, name: 'Deposits at First Bank', number: '4410077123' },
  executeOn: '2026-01-05',
  downloadedAt: null,
  cancelledAt: null,
  cancelledBy: null,
} as const

const named = z.object({ _id: z.uuid(), fullName: verbatimText })

export const payingAccount = z
  .object({
    _id: z
      .uuid()
      .nullable()
      .meta({ description: 'Of the outside account; null for the account of the deposit details.' }),
    name: verbatimText,
    number: verbatimText,
  })
  .meta({ description: 'The institution’s own account that pays.' })

export const paymentRun = z
  .object({
    _id: z.uuid(),
    number: z.int().meta({ description: 'Counts the runs of the bank, from 1, without gaps.' }),
    count: z.int().meta({ description: 'The number of payments.' }),
    total: money.meta({ description: 'The sum of the payments.' }),
    createdAt: isoTime,
    createdBy: named,
    state: z.enum(RUN_STATES).meta({
      description:
        '`sent`: an administrator gave the file to the outside bank. `cancelled`: its payments are free for another run.',
    }),
    sentAt: isoTime.nullable(),
    sentBy: named.nullable(),
    paidFrom: z
      .object({ name: verbatimText, number: verbatimText })
      .meta({ description: 'The institution’s own account that pays, as the file names it.' }),
    account: payingAccount,
    executeOn: z.iso.date().meta({ description: 'The day on which the outside bank is asked to pay.' }),
    downloadedAt: isoTime.nullable().meta({ description: 'When its file was first downloaded.' }),
    cancelledAt: isoTime.nullable(),
    cancelledBy: named.nullable(),
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
  status: null,
  statusReason: null,
  statusAt: null,
} as const

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
    status: z.enum(PAYMENT_STATUSES).nullable().meta({
      description:
        'The last word of the outside bank, from status files. `rejected`: it did not pay. `returned`: it paid, and the money came back.',
    }),
    statusReason: verbatimText.nullable().meta({ description: 'A code of ISO 20022, such as AC04.' }),
    statusAt: isoTime.nullable(),
  })
  .meta({ id: 'RunPayment', examples: [examplePayment] })
export type RunPayment = z.infer<typeof runPayment>

export const paymentRunDetails = paymentRun
  .extend({ payments: z.array(runPayment).meta({ description: 'In the order of the file.' }) })
  .meta({ id: 'PaymentRunDetails', examples: [{ ...exampleRun, payments: [examplePayment] }] })
export type PaymentRunDetails = z.infer<typeof paymentRunDetails>

const runChoice = {
  outsideAccountId: id.optional().meta({
    description:
      'The outside account that pays. Needed where there are several; without any, the account of the deposit details pays.',
  }),
  accountId: id.optional().meta({ description: 'Another name for `outsideAccountId`.' }),
  executeOn: z.iso
    .date('Enter a date (YYYY-MM-DD).')
    .optional()
    .meta({ description: 'The day on which the outside bank is asked to pay. When absent: today.' }),
}

const RUN_CHOICE_RULES = {
  outsideAccountId: 'Needed where there are several outside accounts.',
  accountId: 'As `outsideAccountId`, where both are there.',
  executeOn: 'From today to a year from now, in the zone of the bank.',
} as const

const withheldPayment = z
  .object({
    transactionId: z.uuid().nullable().meta({ description: 'The transfer; null for the return of a credit.' }),
    lineId: z.uuid().nullable().meta({ description: 'The statement line whose credit goes back to its sender.' }),
    reference: verbatimText,
    amount: money.meta({ description: 'Positive.' }),
    accountName: verbatimText,
    reason: z.enum(WITHHELD_REASONS),
  })
  .meta({ id: 'WithheldPayment' })
export type WithheldPayment = z.infer<typeof withheldPayment>

export const paymentRunPreview = z
  .object({
    _id: z.uuid().meta({ description: 'For `preview` of the run.' }),
    account: payingAccount,
    executeOn: z.iso.date(),
    count: z.int(),
    total: money.meta({ description: 'The sum of the payments.' }),
    payments: z.array(runPayment).meta({ description: 'In the order of the file.' }),
    withheld: z.array(withheldPayment).meta({ description: 'Approved, and not paid by this run.' }),
    expiresAt: isoTime,
  })
  .meta({
    id: 'PaymentRunPreview',
    examples: [
      {
        _id: '0198c1a2-7d3e-7000-8000-8e7c1b4a2d91',
        account: exampleRun.account,
        executeOn: '2026-01-05',
        count: 1,
        total: 120.5,
        payments: [examplePayment],
        withheld: [
          {
            transactionId: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e29',
            lineId: null,
            reference: 'Q2WX8-7YTRE',
            amount: 14.99,
            accountName: 'Harbor Lane Books',
            reason: 'customer_frozen',
          },
        ],
        expiresAt: '2026-01-05T15:34:00.000Z',
      },
    ],
  })
export type PaymentRunPreview = z.infer<typeof paymentRunPreview>

export const createPaymentRun = endpoint({
  method: 'POST',
  path: '/admin/payment-runs',
  policy: 'outside:manage',
  fresh: true,
  movesMoney: true,
  apiOnly: true,
  tag: 'Outside money',
  summary: 'Collect every approved outgoing wire that is in no run yet',
  description: `With \`preview\` the run is exactly what was shown: the same payments, account and day; otherwise \`changed\`, and nothing is made.
Without it, the run pays from the account named. A transfer is in at most one run that is not cancelled, and can't be reversed
afterwards. A reversed transfer, or one whose reversal waits to be confirmed, is left out. The body may be absent where there is one
outside account or none. The same Idempotency-Key again makes no second run: it answers the first one as it is now.`,
  body: z
    .strictObject({ ...runChoice, preview: id.optional().meta({ description: 'The `_id` of a preview, alone.' }) })
    .nullable(),
  rules: {
    ...RUN_CHOICE_RULES,
    preview: 'Alone: it names the account and the day.',
  },
  example: { body: { outsideAccountId: EXAMPLES.externalAccount } },
  success: { status: 201, body: paymentRun },
  refusals: ['not_found', 'nothing_to_pay', 'changed'],
})

export const previewPaymentRun = endpoint({
  method: 'POST',
  path: '/admin/payment-runs/preview',
  policy: 'outside:manage',
  fresh: false,
  apiOnly: true,
  tag: 'Outside money',
  summary: 'See what a payment run would contain now',
  description: `From which account, which payments, and which approved wires are withheld, with the reason. Nothing is changed. \`_id\` makes exactly this
run, for half an hour.`,
  body: z.strictObject(runChoice).nullable(),
  rules: RUN_CHOICE_RULES,
  example: { body: { outsideAccountId: EXAMPLES.externalAccount } },
  success: { status: 200, body: paymentRunPreview },
  refusals: ['not_found'],
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
bank passes on; csv keeps them as written. The audit log keeps who downloaded it. A cancelled run has no file.`,
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.paymentRun } },
  query: z.strictObject({ format: z.enum(FORMATS, { error: 'The format is pain001 or csv.' }).default('pain001') }),
  success: { status: 200, body: 'xml', files: ['application/xml', 'text/csv'] },
  refusals: ['not_found', 'run_cancelled'],
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
  refusals: ['not_found', 'run_cancelled'],
})

export const cancelPaymentRun = endpoint({
  method: 'POST',
  path: '/admin/payment-runs/:id/cancel',
  policy: 'outside:manage',
  fresh: true,
  apiOnly: true,
  tag: 'Outside money',
  summary: 'Cancel a run that is not sent',
  description: `Its payments are free for the next run, and it has no file any more. If the file was downloaded before, the outside bank may have it, and
would pay twice: \`confirmation_needed\` says when it was downloaded in \`current.downloadedAt\`, and the same call with \`confirm: true\` acts.
Once: cancelling it again changes nothing and answers the same.`,
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      confirm: z.boolean().optional().meta({ description: 'The downloaded file was not given to the outside bank.' }),
    })
    .nullable(),
  example: { params: { id: EXAMPLES.paymentRun }, body: { confirm: true } },
  success: { status: 200, body: paymentRun },
  refusals: ['not_found', 'run_sent', 'confirmation_needed'],
})
