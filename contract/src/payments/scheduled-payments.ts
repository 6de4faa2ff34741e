import { z } from 'zod'
import { withAccount } from '../account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, line, money, PIN_TEXT, verbatimText, withAmountCents } from '../fields.ts'
import { approvalFields, ONE_APPROVAL_TEXT, withOneApproval } from '../identity/approvals.ts'
import { toCents } from '../money.ts'
import { CREDENTIAL_REFUSALS } from '../refusals.ts'
import { FREQUENCIES, MAX_START_YEARS } from './scheduled-payment-calendar.ts'
import { END_REASONS, type EndReason, MAX_TRIES, RUN_REASONS, type RunReason } from './scheduled-payment-reasons.ts'
import { scheduleFields, withSchedule } from './scheduled-payment-schedule.ts'
import { CREDENTIALS, exampleForm, examplePayment, transactionCode, transferForm } from './transfers.ts'

/** Active and paused ones. */
export const MAX_SCHEDULED_PAYMENTS = 100
export const NEXT_DAYS = 5
/** The latest are listed. */
export const MAX_LISTED_RUNS = 100

export const SCHEDULED_PAYMENT_STATUSES = ['active', 'paused', 'ended'] as const
export const RUN_STATUSES = ['sent', 'retrying', 'skipped'] as const

const keysOf = <Key extends string>(table: Record<Key, string>) => Object.keys(table) as [Key, ...Key[]]

const date = z.iso.date()

const exampleRun = {
  dueOn: '2026-01-31',
  status: 'sent',
  tries: 1,
  nextTryOn: null,
  reason: null,
  amount: 1150,
  triedAt: '2026-01-31T00:00:01.000Z',
  transactionId: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
}

export const scheduledPaymentRun = z
  .object({
    dueOn: date.meta({ description: 'The due day, also where the payment was made later.' }),
    status: z.enum(RUN_STATUSES).meta({
      description: '`sent`: submitted as a transfer. `retrying`: tried again. `skipped`: not paid for this due day.',
    }),
    tries: z.int().meta({ description: `At most ${MAX_TRIES}.` }),
    nextTryOn: date.nullable().meta({ description: 'While `retrying`.' }),
    reason: z.enum(keysOf<RunReason>(RUN_REASONS)).nullable().meta({ description: 'Why the latest try failed.' }),
    amount: money,
    triedAt: isoTime.meta({ description: 'Of the latest try.' }),
    transactionId: z.uuid().nullable().meta({ description: 'The transfer, once sent.' }),
  })
  .meta({ id: 'OrderRun', examples: [exampleRun] })
export type ScheduledPaymentRun = z.infer<typeof scheduledPaymentRun>

/** An order in paths, refusals and the OpenAPI document. */
export const scheduledPayment = z
  .object({
    _id: z.uuid(),
    status: z.enum(SCHEDULED_PAYMENT_STATUSES),
    name: verbatimText.meta({ description: 'What the person calls it; the account name, unless given.' }),
    accountId: z.uuid().optional().meta({ description: 'The paying account; absent for the main one.' }),
    amount: money,
    accountName: verbatimText,
    accountNumber: verbatimText,
    bankName: verbatimText,
    iban: verbatimText,
    swiftCode: verbatimText,
    message: verbatimText.meta({ description: 'What the payee of each payment reads; may be empty.' }),
    startOn: date,
    every: z.enum(FREQUENCIES),
    until: date.nullable(),
    nextOn: date.nullable().meta({ description: 'The next due day; null while paused and after the end.' }),
    nextDays: z.array(date).meta({ description: `The next due days, at most ${NEXT_DAYS}, from \`nextOn\` on.` }),
    retryDays: z
      .array(date)
      .meta({ description: 'When due days whose payment failed are tried again, one entry each.' }),
    lastRun: scheduledPaymentRun.nullable(),
    endReason: z.enum(keysOf<EndReason>(END_REASONS)).nullable(),
    createdAt: isoTime,
  })
  .meta({
    id: 'Order',
    examples: [
      {
        _id: EXAMPLES.scheduledPayment,
        status: 'active',
        name: 'Rent',
        ...examplePayment,
        amount: 1150,
        startOn: '2026-01-31',
        every: 'month',
        until: null,
        nextOn: '2026-02-28',
        nextDays: ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
        retryDays: [],
        lastRun: exampleRun,
        endReason: null,
        createdAt: '2026-01-05T15:04:00.000Z',
      },
    ],
  })
export type ScheduledPayment = z.infer<typeof scheduledPayment>

const code = transactionCode.optional().meta({ description: 'Where the account has a transaction code.' })

export const scheduledPaymentBody = withAmountCents(
  withSchedule(
    withOneApproval(
      withAccount(
        z.strictObject({
          ...transferForm,
          ...scheduleFields,
          code,
          name: line(100, 'Name').optional().meta({ description: 'What the person calls it, for example Rent.' }),
        }),
      ),
    ),
  ),
)

const without = (...names: readonly string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, { not: {} }])),
})

const update = z
  .strictObject({
    status: z.enum(SCHEDULED_PAYMENT_STATUSES, { error: 'Choose active, paused or ended.' }).optional().meta({
      description: '`active` resumes a paused one; `ended` is final. Both need a fresh session, `paused` does not.',
    }),
    amount: transferForm.amount.optional().meta({ description: 'Approved again: needs `pin` or `authorisation`.' }),
    message: transferForm.message.meta({ description: 'With an amount only. Absent: stays; empty: none.' }),
    ...approvalFields,
    code,
  })
  .refine(({ status, amount }) => (status === undefined) !== (amount === undefined), 'Send a status or an amount.')
  .refine(
    ({ status, message, pin, authorisation, code }) =>
      status === undefined || (message ?? pin ?? authorisation ?? code) === undefined,
    'Send a message, a PIN, an authorisation or a code with an amount only.',
  )
  .refine(
    ({ amount, pin, authorisation }) => amount === undefined || pin !== undefined || authorisation !== undefined,
    {
      error: PIN_TEXT,
      path: ['pin'],
    },
  )
  .refine(({ pin, authorisation }) => pin === undefined || authorisation === undefined, {
    error: ONE_APPROVAL_TEXT,
    path: ['authorisation'],
  })
  .meta({
    oneOf: [
      { required: ['status'], ...without('amount', 'message', 'pin', 'authorisation', 'code') },
      { required: ['amount', 'pin'], ...without('status', 'authorisation') },
      { required: ['amount', 'authorisation'], ...without('status', 'pin') },
    ],
  })
  .transform(({ amount, ...fields }) => ({
    ...fields,
    amountCents: amount === undefined ? undefined : (toCents(amount) ?? 0n),
  }))
export type ScheduledPaymentUpdate = z.output<typeof update>

/** Money leaves again, or never again. Pausing needs no confirmation, so that the owner can always stop it quickly. */
const resumesOrEnds = ({ status }: ScheduledPaymentUpdate) => status === 'active' || status === 'ended'

const REFUSED_STANDING = ['account_pending', 'account_frozen', 'account_closed'] as const

export const createScheduledPayment = endpoint({
  method: 'POST',
  path: '/orders',
  fresh: false,
  policy: 'signedIn',
  movesMoney: true,
  credentials: CREDENTIALS,
  apiOnly: true,
  tag: 'Money',
  rules: { startOn: `From today on, at most ${MAX_START_YEARS} years ahead.`, until: 'Not before `startOn`.' },
  summary: 'Schedule a payment',
  description: `Takes the form of \`POST /transfer\` and the days on which it is due: at most ${MAX_START_YEARS} years ahead, and at once where
that is today. On each due day the bank submits one transfer, without asking again. Where there is not enough money, or the
daily limit does not allow it, it is tried again on the next two days and then skipped. PIN, authorisation and code are checked
now, as for a transfer. At most ${MAX_SCHEDULED_PAYMENTS} are active or paused.`,
  body: scheduledPaymentBody,
  example: {
    body: {
      ...exampleForm,
      code: EXAMPLES.transactionCode,
      name: 'Rent',
      startOn: EXAMPLES.startDay,
      every: 'month',
      until: '2099-12-31',
    },
  },
  success: { status: 201, body: scheduledPayment },
  refusals: [
    'not_found',
    'same_account',
    'use_move',
    'unknown_account',
    'receiver_closed',
    'order_limit',
    'too_many',
    ...REFUSED_STANDING,
    ...CREDENTIAL_REFUSALS,
  ],
})

export const listScheduledPayments = endpoint({
  method: 'GET',
  path: '/orders',
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'Own scheduled payments',
  description: 'Active ones by their next due day, then paused ones, then the latest that have ended.',
  success: { status: 200, body: z.array(scheduledPayment) },
})

export const updateScheduledPayment = endpoint({
  method: 'PATCH',
  path: '/orders/:id',
  policy: 'signedIn',
  fresh: resumesOrEnds,
  credentials: CREDENTIALS,
  apiOnly: true,
  tag: 'Money',
  summary: 'Pause, resume or end a scheduled payment, or change its amount and message',
  description: `Days that passed while it was paused are not made up. The payee can't be changed: schedule another payment. An
authorisation of a new amount names the payee, the schedule and the message of the order, or its new message.`,
  params: z.strictObject({ id }),
  body: update,
  example: { params: { id: EXAMPLES.scheduledPayment }, body: { status: 'paused' } },
  success: { status: 200, body: scheduledPayment },
  refusals: ['not_found', 'order_ended', ...REFUSED_STANDING, ...CREDENTIAL_REFUSALS],
})

export const deleteScheduledPayment = endpoint({
  method: 'DELETE',
  path: '/orders/:id',
  policy: 'signedIn',
  fresh: true,
  apiOnly: true,
  tag: 'Money',
  summary: 'Delete a scheduled payment',
  description: 'Nothing more is paid. Transfers that were submitted stay.',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.scheduledPayment } },
  success: { status: 204, body: null },
  refusals: ['not_found'],
})

export const listScheduledPaymentRuns = endpoint({
  method: 'GET',
  path: '/orders/:id/runs',
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'The due days of a scheduled payment and what became of them',
  description: `Latest first, at most ${MAX_LISTED_RUNS}.`,
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.scheduledPayment } },
  success: { status: 200, body: z.array(scheduledPaymentRun) },
  refusals: ['not_found'],
})
