import { z } from 'zod'
import { proposal } from '../authority/proposals.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { amount, id, isoTime, money, requiredLine, verbatimText } from '../fields.ts'
import { toCents } from '../money.ts'
import { idCursor, pageLimit } from '../paging.ts'
import { msg } from '../text-id.ts'
import { MAX_JOURNAL_LINES } from './gl-account-types.ts'
import { glAccountCode } from './gl-accounts.ts'
import { reportDay } from './reports.ts'

const named = z.object({ _id: z.uuid(), fullName: verbatimText })

export const journalLine = z
  .object({
    account: verbatimText.meta({ description: 'The code in the chart of accounts.' }),
    name: z.string().meta({ description: 'Of the account, as the chart has it.' }),
    builtIn: z.boolean().meta({ description: 'As in the chart: the name is the program’s own, in English.' }),
    debit: money.optional(),
    credit: money.optional(),
  })
  .meta({ id: 'JournalLine', description: 'Has either a debit or a credit.' })
export type JournalLine = z.infer<typeof journalLine>

export const JOURNAL_STATES = ['pending', 'booked', 'rejected', 'expired'] as const

const example = {
  _id: EXAMPLES.journalEntry,
  state: 'booked',
  number: 12,
  date: '2026-01-05',
  text: 'Account fees of December',
  lines: [
    { account: '5100', name: 'Bank charges', builtIn: true, debit: 12.5 },
    { account: '1201', name: 'Main account at First Outside Bank', builtIn: false, credit: 12.5 },
  ],
  reverses: null,
  reversedBy: null,
  proposalId: EXAMPLES.proposal,
  proposedBy: { _id: '0198c1a0-11aa-7000-8000-6d1c2b3a4f5e', fullName: 'Grace Admin' },
  proposedAt: '2026-01-05T15:04:00.000Z',
  confirmedBy: { _id: '0198c1a0-11aa-7000-8000-6d1c2b3a4f5f', fullName: 'Linus Admin' },
  bookedAt: '2026-01-05T16:10:00.000Z',
} as const

const linked = z.object({ _id: z.uuid(), number: z.int() })

export const journalEntry = z
  .object({
    _id: z.uuid(),
    state: z.enum(JOURNAL_STATES),
    number: z
      .int()
      .nullable()
      .meta({ description: 'Counts the booked entries, from 1 without gaps; null: not booked.' }),
    date: reportDay.meta({ description: 'The value date.' }),
    text: verbatimText,
    lines: z.array(journalLine),
    reverses: linked.nullable().meta({ description: 'The entry that this one reverses.' }),
    reversedBy: linked.nullable().meta({ description: 'The entry that reverses this one.' }),
    proposalId: z.uuid(),
    proposedBy: named,
    proposedAt: isoTime,
    confirmedBy: named.nullable(),
    bookedAt: isoTime.nullable().meta({ description: 'The booking date is its day: when it was confirmed.' }),
  })
  .meta({ id: 'JournalEntry', examples: [example] })
export type JournalEntry = z.infer<typeof journalEntry>

const proposedEntry = proposal
  .extend({ entryId: z.uuid().meta({ description: 'The id of the entry, once the proposal is confirmed.' }) })
  .meta({
    id: 'ProposedJournalEntry',
    examples: [
      {
        _id: EXAMPLES.proposal,
        entryId: EXAMPLES.journalEntry,
        kind: 'journal_entry',
        subject: null,
        before: {},
        after: {
          entryId: EXAMPLES.journalEntry,
          date: '2026-01-05',
          text: 'Account fees of December',
          lines: [
            { account: '5100', name: 'Bank charges', debit: 12.5 },
            { account: '1201', name: 'Main account at First Outside Bank', credit: 12.5 },
          ],
        },
        proposedBy: { _id: '0198c1a0-11aa-7000-8000-6d1c2b3a4f5e', fullName: 'Grace Admin' },
        proposedAt: '2026-01-05T15:04:00.000Z',
        expiresAt: '2026-01-12T15:04:00.000Z',
        state: 'pending',
        reason: '',
        decidedBy: null,
        decidedAt: null,
      },
    ],
  })
export type ProposedJournalEntry = z.infer<typeof proposedEntry>

export const JOURNAL_TEXTS = {
  lines: msg('An entry has between 2 and 100 lines.'),
  sides: msg('A line has either a debit or a credit.'),
  sums: msg('The debits and the credits must have the same sum.'),
}

const line = z
  .strictObject({
    account: glAccountCode,
    debit: amount().optional(),
    credit: amount().optional(),
  })
  .refine(({ debit, credit }) => (debit === undefined) !== (credit === undefined), { error: JOURNAL_TEXTS.sides })
  .transform(({ account, debit, credit }) => ({
    account,
    side: debit === undefined ? ('credit' as const) : ('debit' as const),
    amountCents: toCents(debit ?? credit ?? 0) ?? 0n,
  }))
type Line = z.output<typeof line>

const isBalanced = (lines: readonly Line[]) =>
  lines.reduce((sum, { side, amountCents }) => (side === 'debit' ? sum + amountCents : sum - amountCents), 0n) === 0n

const entryDate = reportDay.meta({
  description: 'The value date, in the bank’s time zone: not in the future, not in a closed period.',
})
const entryText = requiredLine(200, 'Text')

export const proposeJournalEntry = endpoint({
  method: 'POST',
  path: '/admin/journal-entries',
  policy: 'books:manage',
  fresh: true,
  movesMoney: true,
  apiOnly: true,
  tag: 'Books',
  rules: {
    lines: 'Each has either a debit or a credit. The debits and the credits have the same sum.',
  },
  summary: 'Propose a journal entry by hand',
  description: `A second member of staff confirms it, also where four eyes is off; it is booked then. Any account of the chart that is open can be used, except
those of customers and the money between them. An account is on one side of an entry.`,
  body: z.strictObject({
    date: entryDate,
    text: entryText,
    lines: z
      .array(line, { error: JOURNAL_TEXTS.lines })
      .min(2, JOURNAL_TEXTS.lines)
      .max(MAX_JOURNAL_LINES, JOURNAL_TEXTS.lines)
      // Summed only where every line is valid.
      .pipe(z.custom<Line[]>().refine(isBalanced, { error: JOURNAL_TEXTS.sums })),
  }),
  example: {
    body: {
      date: '2026-01-05',
      text: 'Account fees of December',
      lines: [
        { account: '5100', debit: 12.5 },
        { account: '3000', credit: 12.5 },
      ],
    },
  },
  success: { status: 202, body: proposedEntry },
  refusals: [
    'gl_account_unknown',
    'gl_account_reserved',
    'gl_account_closed',
    'entry_unbalanced',
    'entry_same_account',
    'entry_in_future',
    'period_closed',
  ],
})

export const listJournalEntries = endpoint({
  method: 'GET',
  path: '/admin/journal-entries',
  keyScope: 'staff:read',
  policy: 'audit:read',
  apiOnly: true,
  tag: 'Books',
  summary: 'Journal entries by hand that are booked, newest first',
  query: z.strictObject({ limit: pageLimit(20, 100), cursor: idCursor }),
  success: { status: 200, body: z.array(journalEntry), headers: ['Link'] },
})

export const readJournalEntry = endpoint({
  method: 'GET',
  path: '/admin/journal-entries/:entryId',
  keyScope: 'staff:read',
  policy: 'audit:read',
  apiOnly: true,
  tag: 'Books',
  summary: 'A journal entry by hand',
  description: 'Also one that waits for its second person, or was rejected.',
  params: z.strictObject({ entryId: id }),
  example: { params: { entryId: EXAMPLES.journalEntry } },
  success: { status: 200, body: journalEntry },
  refusals: ['not_found'],
})

export const reverseJournalEntry = endpoint({
  method: 'POST',
  path: '/admin/journal-entries/:id/reverse',
  policy: 'books:manage',
  fresh: true,
  movesMoney: true,
  apiOnly: true,
  tag: 'Books',
  summary: 'Propose the reversal of a journal entry',
  description: `By another entry with the sides exchanged, which a second member of staff confirms. Once per entry; a reversal is corrected by a new
entry. The body may be absent: the date is then today, and the text that of the entry.`,
  params: z.strictObject({ id }),
  body: z.strictObject({ date: entryDate.optional(), text: entryText.optional() }).nullable(),
  example: { params: { id: EXAMPLES.journalEntry }, body: { date: '2026-01-05', text: 'Booked to the wrong account' } },
  success: { status: 202, body: proposedEntry },
  refusals: [
    'not_found',
    'already_proposed',
    'entry_reversed',
    'entry_is_reversal',
    'entry_in_future',
    'period_closed',
    'gl_account_closed',
  ],
})
