import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, line, money, verbatimText } from '../fields.ts'
import { idCursor, pageLimit } from '../paging.ts'
import { LISTED_ENTRY_STATES, MATCH_REASONS, type MatchReason, STATEMENT_ENTRY_STATES } from './match-reasons.ts'

const date = z.iso.date()
const count = z.int().nonnegative()
const named = z.object({ _id: z.uuid(), fullName: verbatimText })
const reasonCodes = Object.keys(MATCH_REASONS) as [MatchReason, ...MatchReason[]]

const STATEMENT_ID = '019a85b1-1c3e-7d52-9f0a-3a1c5e7b9d25'
const ENTRY_ID = '019a85b1-2d4f-7a63-8b1c-4b2d6f8c0e36'
const PERSON = { _id: '0198b7c0-11aa-7000-8000-5d2e8f3a9b10', fullName: 'Ada Example' }
const ACCOUNT = {
  _id: '019a85b0-7c3e-7d52-9f0a-3a1c5e7b9d24',
  name: 'Main account at First Outside Bank',
  number: 'DE89370400440532013000',
  currency: 'EUR',
}

export const accountOfEntry = z.object({
  _id: z.uuid(),
  name: verbatimText,
  number: verbatimText,
  currency: verbatimText,
})

export const bankStatement = z
  .object({
    _id: z.uuid(),
    account: accountOfEntry,
    from: date,
    to: date,
    opening: money.nullable().meta({ description: 'Null where the format has none.' }),
    closing: money.nullable(),
    format: z.string().meta({ examples: ['camt053', 'mt940', 'ofx', 'csv'] }),
    lines: z
      .object({ total: count, matched: count, suggested: count, unmatched: count, known: count })
      .meta({ description: 'What the import found. `known`: lines of earlier files, which changed nothing.' }),
    states: z
      .object({
        matched: count,
        suggested: count,
        unmatched: count,
        booked: count,
        ignored: count,
        undone: count.optional().meta({ description: 'All lines of an import that was undone.' }),
      })
      .meta({ description: 'Where the lines that came with this file are now.' }),
    importedBy: named,
    importedAt: isoTime,
    undoneBy: named.nullable().meta({ description: 'Its lines count nowhere any more.' }),
    undoneAt: isoTime.nullable(),
  })
  .meta({
    id: 'BankStatement',
    examples: [
      {
        _id: STATEMENT_ID,
        account: ACCOUNT,
        from: '2026-01-01',
        to: '2026-01-31',
        opening: 12480.55,
        closing: 13980.05,
        format: 'camt053',
        lines: { total: 42, matched: 30, suggested: 5, unmatched: 4, known: 3 },
        states: { matched: 10, suggested: 5, unmatched: 4, booked: 20, ignored: 0 },
        importedBy: { _id: '0198c1a0-11aa-7000-8000-6d1c2b3a4f5e', fullName: 'Grace Admin' },
        importedAt: '2026-02-01T08:00:00.000Z',
        undoneBy: null,
        undoneAt: null,
      },
    ],
  })
export type BankStatement = z.infer<typeof bankStatement>

export const entryMatch = z.object({
  transactionId: z.uuid().nullable().meta({ description: 'Null: a deposit is made for the person.' }),
  returnOf: z.uuid().nullable().meta({ description: 'The line whose money went back to its sender by this one.' }),
  user: named.nullable().meta({ description: 'The customer; null for the return of a line.' }),
  reference: verbatimText.nullable().meta({ description: 'Of the transaction.' }),
  amount: money.nullable().meta({
    description: 'Of the transaction, signed like the line; the opposite for a payment that the line brings back.',
  }),
  status: z.enum(['Pending', 'Completed', 'Declined']).nullable().meta({
    description: 'Of the transaction. A Pending deposit is approved by the match.',
  }),
  score: z.int().min(0).max(100).nullable().meta({ description: 'Null where staff chose it.' }),
  reasons: z.array(z.enum(reasonCodes)),
})
export type EntryMatch = z.infer<typeof entryMatch>

const exampleMatch = {
  transactionId: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
  returnOf: null,
  user: PERSON,
  reference: 'BYARD-JKWNF',
  amount: 120.5,
  status: 'Pending',
  score: 92,
  reasons: ['reference_ok', 'amount_ok', 'name_similar'],
}

const exampleEntry = {
  _id: ENTRY_ID,
  statementId: STATEMENT_ID,
  account: ACCOUNT,
  bookedOn: '2026-01-15',
  valueOn: '2026-01-15',
  amount: 120.5,
  endToEndId: null,
  bankReference: '2026011500042',
  counterpartyName: 'A EXAMPLE',
  counterpartyNumber: 'FR7630006000011234567890189',
  text: 'RF18539007547034',
  state: 'matched',
  inSuspense: false,
  match: exampleMatch,
  suggestions: [],
  booking: null,
  waitsFor: null,
  proposedBy: null,
  ignoredReason: null,
  returnedReason: null,
  decidedBy: null,
  decidedAt: null,
  bookedAt: null,
}

const chartBooking = z.object({
  account: z.string().meta({ description: 'The code.', examples: ['5100'] }),
  name: verbatimText,
  text: verbatimText,
})

export const bankStatementEntry = z
  .object({
    _id: z.uuid(),
    statementId: z.uuid(),
    account: accountOfEntry,
    bookedOn: date,
    valueOn: date.nullable(),
    amount: money.meta({ description: 'Signed: credits are positive.' }),
    endToEndId: verbatimText.nullable(),
    bankReference: verbatimText.nullable(),
    counterpartyName: verbatimText.nullable(),
    counterpartyNumber: verbatimText.nullable(),
    text: verbatimText,
    state: z.enum(STATEMENT_ENTRY_STATES).meta({
      description: `\`matched\`: certain by reference, waits for one click. \`suggested\`: a person decides. \`unmatched\`: booked to
suspense, to be assigned, returned or ignored. \`booked\` and \`ignored\` are done. \`undone\`: with its import; only the lines of that statement show it.`,
    }),
    inSuspense: z.boolean(),
    match: entryMatch.nullable().meta({ description: 'What it is booked as, or would be by one click.' }),
    suggestions: z.array(entryMatch).meta({ description: 'Others, best first.' }),
    booking: chartBooking.nullable().meta({
      description:
        'The account of the chart that it is booked to, or will be once a second member of staff does the same.',
    }),
    waitsFor: z.enum(['second_person']).nullable().meta({
      description:
        'A first member of staff has matched, returned or booked it, or undone its booking, and a second one has to do the same.',
    }),
    proposedBy: named.nullable().meta({ description: 'The first of two members of staff.' }),
    ignoredReason: verbatimText.nullable(),
    returnedReason: verbatimText.nullable().meta({ description: 'The money goes, or went, back to its sender.' }),
    decidedBy: named.nullable(),
    decidedAt: isoTime.nullable(),
    bookedAt: isoTime.nullable(),
  })
  .meta({
    id: 'BankStatementLine',
    examples: [exampleEntry],
  })
export type BankStatementEntry = z.infer<typeof bankStatementEntry>

export const ENTRY_BOOKING_PURPOSES = [
  'statement',
  'withdrawal',
  'assignment',
  'return',
  'chart',
  'chart_undo',
  'undo',
] as const

const entryBooking = z
  .object({
    _id: z.uuid(),
    at: isoTime,
    by: named,
    purpose: z.enum(ENTRY_BOOKING_PURPOSES).meta({
      description: `\`statement\`: the line itself, to suspense or wire clearing. \`assignment\`, \`return\`: out of suspense. \`withdrawal\`: out of the books,
because it was ignored. \`chart\`: to the chart of accounts. \`undo\`, \`chart_undo\`: the opposite of a booking, back to suspense.`,
    }),
    debit: z.string().meta({ description: 'The code of the debited account.' }),
    credit: z.string(),
    amount: money,
  })
  .meta({ id: 'BankStatementLineBooking' })
export type EntryBooking = z.infer<typeof entryBooking>

export const bankStatementEntryDetails = bankStatementEntry
  .extend({
    history: z.array(entryBooking).meta({ description: 'What was booked for it, oldest first. Nothing is deleted.' }),
  })
  .meta({
    id: 'BankStatementLineDetails',
    examples: [
      {
        ...exampleEntry,
        history: [
          {
            _id: '019a85b1-3e5a-7b74-9c2d-5c3e7a9d1f47',
            at: '2026-02-01T08:00:00.000Z',
            by: { _id: '0198c1a0-11aa-7000-8000-6d1c2b3a4f5e', fullName: 'Grace Admin' },
            purpose: 'statement',
            debit: '1201',
            credit: '2100',
            amount: 120.5,
          },
        ],
      },
    ],
  })
export type BankStatementEntryDetails = z.infer<typeof bankStatementEntryDetails>

/** What `choose_deposit` asks about. */
export const unclearedDeposit = z.object({
  transactionId: z.uuid(),
  reference: verbatimText,
  amount: money,
  status: z.enum(['Pending', 'Completed', 'Declined']),
  submittedAt: isoTime,
})
export type UnclearedDeposit = z.infer<typeof unclearedDeposit>

const reads = { method: 'GET', policy: 'outside:read', apiOnly: true, tag: 'Outside money' } as const
/** Evidence for deposits: Tellers read it too. */
export const readsEntries = { ...reads, policy: 'statements:read' } as const
export const searchText = line(100, 'Search').optional().meta({
  description: 'Part of the text, the name, the account number or a reference, or an amount without its sign.',
})
const entryQuery = {
  search: searchText,
  state: z.enum(LISTED_ENTRY_STATES, { error: 'Not a state of a line.' }).optional(),
  limit: pageLimit(50, 200),
  cursor: idCursor,
}

export const listBankStatements = endpoint({
  ...reads,
  path: '/admin/bank-statements',
  keyScope: 'staff:read',
  summary: 'Imported bank statements, newest first',
  query: z.strictObject({ account: id.optional(), limit: pageLimit(20, 100), cursor: idCursor }),
  success: { status: 200, body: z.array(bankStatement), headers: ['Link'] },
})

export const getBankStatement = endpoint({
  ...reads,
  path: '/admin/bank-statements/:id',
  keyScope: 'staff:read',
  summary: 'An imported bank statement',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.statement } },
  success: { status: 200, body: bankStatement },
  refusals: ['not_found'],
})

export const listEntriesOfStatement = endpoint({
  ...readsEntries,
  path: '/admin/bank-statements/:id/lines',
  keyScope: 'staff:read',
  summary: 'The lines that came with a bank statement',
  description: 'In the order of the file. Lines of earlier files are with those.',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.statement } },
  query: z.strictObject(entryQuery),
  success: { status: 200, body: z.array(bankStatementEntry), headers: ['Link'] },
  refusals: ['not_found'],
})

export const listStatementEntries = endpoint({
  ...readsEntries,
  path: '/admin/bank-statements/lines',
  keyScope: 'staff:read',
  summary: 'The lines of all bank statements, newest first',
  query: z.strictObject({ account: id.optional(), ...entryQuery }),
  success: { status: 200, body: z.array(bankStatementEntry), headers: ['Link'] },
})

export const getStatementEntry = endpoint({
  ...readsEntries,
  path: '/admin/bank-statements/lines/:id/details',
  keyScope: 'staff:read',
  summary: 'A line with what it may be by now',
  description:
    'While it waits, its suggestions are computed on each read: deposits may have been submitted since the import.',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.statementEntry } },
  success: { status: 200, body: bankStatementEntryDetails },
  refusals: ['not_found'],
})
