import { msg, type TextId } from '../text-id.ts'

/** Why a statement entry is, or may be, a transaction: as staff read it. */
export const MATCH_REASONS = {
  reference_ok: msg('reference OK'),
  reference_of_another_person: msg('reference of another person'),
  amount_ok: msg('amount OK'),
  amount_differs: msg('amount differs'),
  name_ok: msg('name OK'),
  name_similar: msg('name similar'),
  name_differs: msg('name differs'),
  date_far: msg('dates far apart'),
  other_deposit: msg('may be another deposit'),
  reversed: msg('transfer was reversed'),
  returned_payment: msg('returned payment'),
  person_not_active: msg('account is not Active'),
} as const satisfies Record<string, TextId>
export type MatchReason = keyof typeof MATCH_REASONS

const WEIGHTS: Record<MatchReason, number> = {
  reference_ok: 50,
  reference_of_another_person: -60,
  amount_ok: 30,
  amount_differs: -20,
  name_ok: 20,
  name_similar: 12,
  name_differs: 0,
  date_far: -10,
  other_deposit: -10,
  reversed: 0,
  returned_payment: 0,
  person_not_active: 0,
}

/** How sure a match is, out of 100. */
export const matchScore = (reasons: readonly MatchReason[]): number =>
  Math.max(
    0,
    Math.min(
      100,
      reasons.reduce((sum, reason) => sum + WEIGHTS[reason], 0),
    ),
  )

/** Staff are asked before a match with a lower score is booked. */
export const SURE_SCORE = 80

/** The states that lists have. An entry is undone with its import, and then in none. */
export const LISTED_ENTRY_STATES = ['matched', 'suggested', 'unmatched', 'booked', 'ignored'] as const
export const STATEMENT_ENTRY_STATES = [...LISTED_ENTRY_STATES, 'undone'] as const
export type ListedEntryState = (typeof LISTED_ENTRY_STATES)[number]
export type StatementEntryState = (typeof STATEMENT_ENTRY_STATES)[number]
/** The states in which an entry waits for a decision. */
export const OPEN_ENTRY_STATES = ['matched', 'suggested', 'unmatched'] as const satisfies StatementEntryState[]
