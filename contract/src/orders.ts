import { z } from 'zod'
import { dollars, isoTime } from './fields.ts'
import { FREQUENCIES } from './order-calendar.ts'
import { END_REASONS, type EndReason, MAX_TRIES, RUN_REASONS, type RunReason } from './order-reasons.ts'
import { examplePayment } from './transfers.ts'

/** Active and paused ones. */
export const MAX_ORDERS = 100
export const NEXT_DAYS = 5
/** The latest are listed. */
export const MAX_LISTED_RUNS = 100

export const ORDER_STATUSES = ['active', 'paused', 'ended'] as const
export const RUN_STATUSES = ['sent', 'retrying', 'skipped'] as const

const keysOf = <Key extends string>(table: Record<Key, string>) => Object.keys(table) as [Key, ...Key[]]

const ORDER_ID = '019a85b0-7c3e-7d52-9f0a-3a1c5e7b9d24'
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

export const orderRun = z
  .object({
    dueOn: date.meta({ description: 'The due day, also where the payment was made later.' }),
    status: z.enum(RUN_STATUSES).meta({
      description: '`sent`: submitted as a transfer. `retrying`: tried again. `skipped`: not paid for this due day.',
    }),
    tries: z.int().meta({ description: `At most ${MAX_TRIES}.` }),
    nextTryOn: date.nullable().meta({ description: 'While `retrying`.' }),
    reason: z.enum(keysOf<RunReason>(RUN_REASONS)).nullable().meta({ description: 'Why the latest try failed.' }),
    amount: dollars,
    triedAt: isoTime.meta({ description: 'Of the latest try.' }),
    transactionId: z.uuid().nullable().meta({ description: 'The transfer, once sent.' }),
  })
  .meta({ id: 'OrderRun', examples: [exampleRun] })
export type OrderRun = z.infer<typeof orderRun>

export const order = z
  .object({
    _id: z.uuid(),
    status: z.enum(ORDER_STATUSES),
    name: z.string().meta({ description: 'What the person calls it; the account name, unless given.' }),
    accountId: z.uuid().optional().meta({ description: 'The paying account; absent for the main one.' }),
    amount: dollars,
    accountName: z.string(),
    accountNumber: z.string(),
    bankName: z.string(),
    iban: z.string(),
    swiftCode: z.string(),
    startOn: date,
    every: z.enum(FREQUENCIES),
    until: date.nullable(),
    nextOn: date.nullable().meta({ description: 'The next due day; null while paused and after the end.' }),
    nextDays: z.array(date).meta({ description: `The next due days, at most ${NEXT_DAYS}, from \`nextOn\` on.` }),
    lastRun: orderRun.nullable(),
    endReason: z.enum(keysOf<EndReason>(END_REASONS)).nullable(),
    createdAt: isoTime,
  })
  .meta({
    id: 'Order',
    examples: [
      {
        _id: ORDER_ID,
        status: 'active',
        name: 'Rent',
        ...examplePayment,
        amount: 1150,
        ...{ startOn: '2026-01-31', every: 'month', until: null },
        nextOn: '2026-02-28',
        nextDays: ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
        lastRun: exampleRun,
        endReason: null,
        createdAt: '2026-01-05T15:04:00.000Z',
      },
    ],
  })
export type Order = z.infer<typeof order>
