import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, money, verbatimText } from '../fields.ts'
import { accountOfEntry, readsEntries, searchText } from './bank-statements.ts'
import { MATCH_REASONS, type MatchReason, STATEMENT_ENTRY_STATES } from './match-reasons.ts'

const count = z.int().nonnegative()
const reasonCodes = Object.keys(MATCH_REASONS) as [MatchReason, ...MatchReason[]]

const entryCounts = z
  .object({
    open: count.meta({ description: 'To decide: matched, suggested and unmatched ones.' }),
    certain: count.meta({ description: 'Matched ones that wait for no second member of staff.' }),
    waiting: count.meta({ description: 'For a second member of staff.' }),
    states: z.object({ matched: count, suggested: count, unmatched: count, booked: count, ignored: count }),
  })
  .meta({
    id: 'BankStatementLineCounts',
    examples: [
      {
        open: 19,
        certain: 9,
        waiting: 1,
        states: { matched: 10, suggested: 5, unmatched: 4, booked: 20, ignored: 0 },
      },
    ],
  })
export type EntryCounts = z.infer<typeof entryCounts>

export const countStatementEntries = endpoint({
  ...readsEntries,
  path: '/admin/bank-statements/lines/counts',
  keyScope: 'staff:read',
  summary: 'How many lines are in each state',
  query: z.strictObject({ account: id.optional(), statement: id.optional(), search: searchText }),
  success: { status: 200, body: entryCounts },
})

/** A line that a deposit may be, with how well it fits. */
const entryEvidence = z
  .object({
    _id: z.uuid(),
    account: accountOfEntry,
    bookedOn: z.iso.date(),
    amount: money,
    counterpartyName: verbatimText.nullable(),
    text: verbatimText,
    state: z.enum(STATEMENT_ENTRY_STATES),
    score: z.int().min(0).max(100).nullable().meta({ description: 'Null where the line is booked for it.' }),
    reasons: z.array(z.enum(reasonCodes)),
  })
  .meta({
    id: 'BankStatementLineEvidence',
    examples: [
      {
        _id: '019a85b1-2d4f-7a63-8b1c-4b2d6f8c0e36',
        account: {
          _id: '019a85b0-7c3e-7d52-9f0a-3a1c5e7b9d24',
          name: 'Main account at First Outside Bank',
          number: 'DE89370400440532013000',
          currency: 'EUR',
        },
        bookedOn: '2026-01-15',
        amount: 120.5,
        counterpartyName: 'A EXAMPLE',
        text: 'RF18539007547034',
        state: 'matched',
        score: 92,
        reasons: ['reference_ok', 'amount_ok', 'name_similar'],
      },
    ],
  })
export type EntryEvidence = z.infer<typeof entryEvidence>

export const listEvidence = endpoint({
  ...readsEntries,
  path: '/admin/transactions/:id/lines',
  keyScope: 'staff:read',
  summary: 'The lines that a deposit may be, best first',
  description: 'Of one that was booked with a line: that line.',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.pendingTransfer } },
  success: { status: 200, body: z.array(entryEvidence) },
  refusals: ['not_found'],
})
