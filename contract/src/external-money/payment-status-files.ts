import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { money, verbatimText } from '../fields.ts'

export const REPORT_OUTCOMES = ['accepted', 'rejected', 'booked', 'pending', 'unknown'] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]

/** More are counted, and not listed. */
export const MAX_LISTED_REPORTS = 1_000

const report = z
  .object({
    outcome: z.enum(REPORT_OUTCOMES),
    reference: verbatimText.nullable().meta({ description: 'The EndToEndId that the file names.' }),
    runId: z.uuid().nullable(),
    transactionId: z.uuid().nullable(),
    amount: money.nullable().meta({ description: 'Of the payment; null where it is not known.' }),
    statusReason: verbatimText.nullable().meta({ description: 'A code of ISO 20022, such as AC04.' }),
    unknownReason: verbatimText.nullable().meta({
      description: `Why nothing was changed: no_such_run, no_such_payment, ambiguous, run_open, run_cancelled, amount_differs, currency_differs,
other_account, already_rejected, unclear_status, payment_booked, or the code by which crediting it back was refused.`,
    }),
    returnedBy: z.uuid().nullable().meta({ description: 'The transaction that credits a rejected payment back.' }),
    waits: z.boolean().meta({ description: 'The credit waits for a second member of staff.' }),
  })
  .meta({ id: 'PaymentReport' })
export type PaymentReport = z.infer<typeof report>

export const paymentStatusResult = z
  .object({
    accepted: z.int().meta({ description: 'The number of payments that the outside bank has accepted.' }),
    rejected: z.int().meta({ description: 'Not paid, or sent back: credited to the customer, once.' }),
    booked: z.int().meta({ description: 'Paid from the account of the institution.' }),
    unknown: z
      .int()
      .meta({ description: 'Reports that changed nothing, because they are of no payment that was sent.' }),
    pending: z.int().meta({ description: 'The outside bank has not decided yet.' }),
    changed: z
      .int()
      .meta({ description: 'Payments whose status is another than before. 0 when the same file comes again.' }),
    payments: z
      .array(report)
      .meta({ description: `What became of each report, unknown ones first; at most ${MAX_LISTED_REPORTS}.` }),
  })
  .meta({
    id: 'PaymentStatusResult',
    examples: [
      {
        accepted: 0,
        rejected: 1,
        booked: 0,
        unknown: 0,
        pending: 0,
        changed: 1,
        payments: [
          {
            outcome: 'rejected',
            reference: 'M7QX2-9KDTF',
            runId: EXAMPLES.paymentRun,
            transactionId: EXAMPLES.wire,
            amount: 120.5,
            statusReason: 'AC04',
            unknownReason: null,
            returnedBy: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e30',
            waits: false,
          },
        ],
      },
    ],
  })
export type PaymentStatusResult = z.infer<typeof paymentStatusResult>

export const importPaymentStatus = endpoint({
  method: 'POST',
  path: '/admin/payment-runs/status',
  policy: 'outside:manage',
  fresh: true,
  apiOnly: true,
  rateLimit: 'upload',
  tag: 'Outside money',
  summary: 'Import what the outside bank says of payments',
  description: `The form has the file in the field \`file\`: a pain.002 (payment status report) or camt.054 (debit credit notification), of any version since
2009; at most 25 MB. Payments are found by the message id of the run and the EndToEndId, in runs that are marked as sent; amount, currency and
account must agree. A rejected payment, and one that came back, is credited to the customer as by /admin/return: once, under the same rules;
above the limit a second member of staff confirms it. The same file again changes nothing.`,
  multipart: { file: 'file', fields: [] },
  success: { status: 200, body: paymentStatusResult },
  refusals: ['no_file', 'upload_unreadable', 'statement_unreadable', 'too_large', 'wrong_media_type'],
})
