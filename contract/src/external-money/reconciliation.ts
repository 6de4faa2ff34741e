import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, isoTime, money, verbatimText } from '../fields.ts'
import { MAX_RECONCILIATION_ENTRIES, RECONCILIATION_KINDS, type ReconciliationKind } from './reconciliation-kinds.ts'

const KINDS = Object.keys(RECONCILIATION_KINDS) as [ReconciliationKind, ...ReconciliationKind[]]

const entry = z.object({
  on: z.iso.date(),
  amount: money.meta({ description: 'Negative for money that left.' }),
  text: verbatimText.meta({ description: 'Name and remittance text of a line, or of a transaction.' }),
  reason: verbatimText.meta({ description: 'Why a line is ignored; else empty.' }),
  reference: verbatimText,
  lineId: z.uuid().nullable(),
  statementId: z.uuid().nullable(),
  transactionId: z.uuid().nullable(),
})

export const reconciliationItem = z
  .object({
    kind: z.enum(KINDS),
    count: z.number().int(),
    amount: money.meta({ description: 'The sum of all entries of this kind.' }),
    entries: z.array(entry).meta({ description: `Oldest first, at most ${MAX_RECONCILIATION_ENTRIES}.` }),
  })
  .meta({ id: 'ReconciliationItem' })
export type ReconciliationItem = z.infer<typeof reconciliationItem>

const explained = {
  items: z.array(reconciliationItem),
  unexplained: money.meta({ description: 'What the items do not explain; 0 when the books agree.' }),
}

/** An external account: statement − ledger = difference = the sum of the items + unexplained. */
export const reconciledAccount = z
  .object({
    account: z.object({ _id: z.uuid(), name: verbatimText, number: verbatimText, currency: verbatimText }),
    statement: z
      .object({ _id: z.uuid(), to: z.iso.date(), balance: money })
      .nullable()
      .meta({ description: 'The last statement with a balance; null before there is one.' }),
    statementBalance: money.meta({
      description: 'The closing balance of the last statement, and lines of later days that came without a balance.',
    }),
    ledgerBalance: money,
    difference: money.meta({ description: 'statementBalance − ledgerBalance' }),
    ...explained,
  })
  .meta({ id: 'ReconciledAccount' })
export type ReconciledAccount = z.infer<typeof reconciledAccount>

/** Wire clearing, transfers between own accounts and suspense: the balance is what is still open, so balance = the sum of the items + unexplained. */
const openPositions = z.object({ balance: money, ...explained })

const zero = { balance: 0, items: [], unexplained: 0 }
export const reconciliation = z
  .object({
    at: isoTime,
    green: z.boolean().meta({ description: 'Nothing is unexplained, anywhere.' }),
    accounts: z.array(reconciledAccount),
    clearing: openPositions.meta({
      description: 'Customers’ wires that no statement line has cleared. Positive: money that should still arrive.',
    }),
    transfers: openPositions.meta({
      description: 'Transfers between own accounts that one of the two statements shows. Positive: money on its way.',
    }),
    suspense: openPositions.meta({
      description: 'Lines booked to no customer yet. Positive: money that arrived and belongs to no customer yet.',
    }),
  })
  .meta({
    id: 'Reconciliation',
    examples: [
      {
        at: '2026-11-01T09:00:00.000Z',
        green: true,
        accounts: [
          {
            account: {
              _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
              name: 'Main',
              number: 'DE89370400440532013000',
              currency: 'USD',
            },
            statement: { _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e60', to: '2026-10-31', balance: 1200 },
            statementBalance: 1200,
            ledgerBalance: 1200,
            difference: 0,
            items: [],
            unexplained: 0,
          },
        ],
        clearing: zero,
        transfers: zero,
        suspense: zero,
      },
    ],
  })
export type Reconciliation = z.infer<typeof reconciliation>

export const readReconciliation = endpoint({
  method: 'GET',
  path: '/admin/reconciliation',
  keyScope: 'staff:read',
  policy: 'outside:read',
  apiOnly: true,
  tag: 'Outside money',
  summary: 'What explains the difference between the books and bank statements',
  description: `Of each outside account: statementBalance − ledgerBalance = the sum of the items + unexplained. Of wire clearing, transfers and suspense: balance = the sum
of the items + unexplained. Balances come from statements and bookings, items from lines and transactions: a booking that was changed, left out
or made twice is unexplained.`,
  query: z.strictObject({ accountId: id.optional().meta({ description: 'Only this outside account.' }) }),
  success: { status: 200, body: reconciliation },
  refusals: ['not_found'],
})
