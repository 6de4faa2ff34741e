import { z } from 'zod'
import { SECOND_PERSON_RULES } from '../authority/proposal-kinds.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, requiredLine, requiredLines } from '../fields.ts'
import { bankStatementEntryDetails } from './bank-statements.ts'
import { STATEMENT_ENTRY_STATES, SURE_SCORE } from './match-reasons.ts'

/** What staff decide about the lines of bank statements. */
const changes = {
  method: 'POST',
  policy: 'outside:manage',
  fresh: true,
  apiOnly: true,
  tag: 'Outside money',
  params: z.strictObject({ id }),
} as const
const reason = requiredLines(500, 'Reason', 'Please enter a reason.')

export const matchStatementEntry = endpoint({
  ...changes,
  path: '/admin/bank-statements/lines/:id/match',
  movesMoney: true,
  summary: 'Say what a line is, and book it',
  description: `Also confirms what was matched or suggested. A pending deposit is approved by it, under all rules of an approval. For a
person, their pending deposit of this amount is approved, or else one is made and completed. A completed wire of the opposite amount is returned. Where a second member of staff has to confirm, the line stays \`matched\` with \`waitsFor\` until they
match it with the same transaction. Of two who match a line at once, one is refused.

A deposit of the person that no line has cleared, whatever its status, may be what arrived: then nothing is credited beside it, and
\`choose_deposit\` lists such deposits in \`current.deposits\`. Send \`transactionId\` if the line is one of them, or the same call with
\`confirm: true\` if it is other money. With \`transactionId\` of a deposit of another amount, \`confirm: true\` is needed as well: a completed
one is cleared, and nothing is credited; a pending one is declined, and what arrived is credited.

Below a score of ${SURE_SCORE}, and where the person who would be credited is not Active, nothing is booked either:
\`confirmation_needed\` says why in \`current\`: \`{score, reasons}\`, and the same call with \`confirm: true\` acts. Where both are in doubt,
\`choose_deposit\` has score and reasons too: \`confirm\` answers everything that was shown.`,
  body: z.union(
    [
      z.strictObject({ transactionId: id, confirm: z.literal(true).optional() }),
      z.strictObject({ userId: id, confirm: z.literal(true).optional() }),
      z.strictObject({ returnOf: id, confirm: z.literal(true).optional() }),
    ],
    { error: 'Send a transaction, a person or the line that was returned.' },
  ),
  example: { params: { id: EXAMPLES.statementEntry }, body: { userId: EXAMPLES.customer } },
  success: { status: 200, body: bankStatementEntryDetails },
  refusals: [
    'own_account',
    ...SECOND_PERSON_RULES,
    'not_found',
    'line_decided',
    'line_waits',
    'line_differs',
    'choose_deposit',
    'confirmation_needed',
    'deposit_of_line',
    'transaction_cleared',
    'run_open',
    'already_reversed',
    'reversal_pending',
    'already_returned',
    'return_pending',
    'already_decided',
    'account_closed',
    'balance_limit',
    'proposal_outdated',
    'proposal_expired',
  ],
})

export const ignoreStatementEntry = endpoint({
  ...changes,
  path: '/admin/bank-statements/lines/:id/ignore',
  movesMoney: true,
  summary: 'Ignore a line',
  description: 'It is not booked, or withdrawn from suspense. The reconciliation shows it with its reason.',
  body: z.strictObject({ reason }),
  example: { params: { id: EXAMPLES.statementEntry }, body: { reason: 'Fee, booked in the accounting system' } },
  success: { status: 200, body: bankStatementEntryDetails },
  refusals: ['not_found', 'line_decided', 'line_waits'],
})

export const undoStatementEntry = endpoint({
  ...changes,
  path: '/admin/bank-statements/lines/:id/undo',
  movesMoney: true,
  summary: 'Undo what was found, decided or booked for a line',
  description: `A match, a suggestion, a first confirmation, an ignored line, or a booking, which is undone by the opposite one. It is \`unmatched\`
afterwards, and so in suspense. A deposit that was made for it and waits for a second member of staff is declined.

What the booking credited to a customer is reversed, under all rules of a reversal: refused where the customer has not enough money any more.
A wire that was there before stays completed, and so does a return. Where a second member of staff has to confirm, the line stays \`booked\` with
\`waitsFor\` until they undo it too.`,
  example: { params: { id: EXAMPLES.ignoredEntry } },
  success: { status: 200, body: bankStatementEntryDetails },
  refusals: [
    'not_found',
    'line_decided',
    'line_paid_back',
    'own_account',
    'insufficient_balance',
    'account_closed',
    'reversal_pending',
    'proposal_outdated',
    'proposal_expired',
    ...SECOND_PERSON_RULES,
  ],
})

export const bookStatementEntry = endpoint({
  ...changes,
  path: '/admin/bank-statements/lines/:id/book',
  movesMoney: true,
  summary: 'Book a line to the chart of accounts',
  description: `For fees, interest, opening balances and transfers between own accounts: whatever is no customer’s. Another account at an outside bank
means a transfer to or from it; both lines are booked to 1020, transfers between own accounts, so that the transfer counts once. Where a
second member of staff has to confirm, the line has \`waitsFor\` until they book it to the same account.`,
  body: z.strictObject({
    account: requiredLine(20, 'Account', 'Please choose an account.').meta({ description: 'Its code.' }),
    text: requiredLines(500, 'Text', 'Please enter a text.'),
  }),
  example: {
    params: { id: EXAMPLES.statementEntry },
    body: { account: '5100', text: 'Account fee for January' },
  },
  success: { status: 200, body: bankStatementEntryDetails },
  refusals: [
    'gl_account_unknown',
    'gl_account_reserved',
    'gl_account_of_line',
    'gl_account_closed',
    'not_found',
    'line_decided',
    'line_waits',
    ...SECOND_PERSON_RULES,
  ],
})

/** How many lines one call books at most, and how long it takes. */
export const MAX_BOOKED_AT_ONCE = 10_000
export const MAX_BULK_SECONDS = 60

const bulkResult = z
  .object({
    _id: z.uuid(),
    state: z.enum(STATEMENT_ENTRY_STATES),
    code: z
      .string()
      .nullable()
      .meta({ description: 'Why it was left as it is, as in `Error`.', examples: ['own_account'] }),
    message: z.string().nullable(),
  })
  .meta({ id: 'BankStatementLineResult' })
const bulkResults = z.object({ results: z.array(bulkResult), next: z.uuid().nullable() }).meta({
  id: 'BankStatementLineResults',
  examples: [
    {
      results: [
        { _id: '019a85b1-2d4f-7a63-8b1c-4b2d6f8c0e36', state: 'booked', code: null, message: null },
        {
          _id: '019a85b1-2d4f-7a63-8b1c-4b2d6f8c0e37',
          state: 'matched',
          code: 'own_account',
          message: 'Another member of staff must do this.',
        },
      ],
      next: null,
    },
  ],
})
export type BulkResult = z.infer<typeof bulkResult>

export const bookCertainEntries = endpoint({
  method: 'POST',
  path: '/admin/bank-statements/lines/book-certain',
  policy: 'outside:manage',
  fresh: true,
  apiOnly: true,
  tag: 'Outside money',
  movesMoney: true,
  summary: 'Book all matched lines',
  description: `Those that are certain by reference, each by the rules of a single match and with a result of its own. What needs a second member of staff,
belongs to the caller or is in doubt is left as it is, with the reason. Each line is booked once: a call that was interrupted can be repeated.
At most ${MAX_BOOKED_AT_ONCE} lines, or ${MAX_BULK_SECONDS} seconds: then \`next\` is the \`after\` of the next call.`,
  body: z
    .strictObject({
      account: id.optional(),
      statement: id.optional(),
      limit: z.int().min(1).max(MAX_BOOKED_AT_ONCE).optional(),
      after: id.optional(),
    })
    .optional(),
  example: {
    body: {
      account: EXAMPLES.externalAccount,
      statement: EXAMPLES.statement,
      limit: 100,
      after: EXAMPLES.statementEntry,
    },
  },
  success: { status: 200, body: bulkResults },
})

export const returnStatementEntry = endpoint({
  ...changes,
  path: '/admin/bank-statements/lines/:id/return',
  movesMoney: true,
  summary: 'Send an unmatched credit back to its sender',
  description: `Out of suspense into wire clearing. Where the statement names the sender’s account, the next payment run pays it. Where a second
member of staff has to confirm, the line has \`waitsFor\` until they return it too.`,
  body: z.strictObject({ reason }),
  example: { params: { id: EXAMPLES.statementEntry }, body: { reason: 'Sender unknown' } },
  success: { status: 200, body: bankStatementEntryDetails },
  refusals: ['not_found', 'line_decided', 'line_waits', 'line_not_returnable', ...SECOND_PERSON_RULES],
})
