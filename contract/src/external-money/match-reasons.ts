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
} as const satisfies Record<string, TextId>
export type MatchReason = keyof typeof MATCH_REASONS

export const STATEMENT_ENTRY_STATES = ['matched', 'suggested', 'unmatched', 'booked', 'ignored'] as const
export type StatementEntryState = (typeof STATEMENT_ENTRY_STATES)[number]
