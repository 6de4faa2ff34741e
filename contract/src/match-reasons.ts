/** Why a line of a bank statement is, or may be, a transaction: as staff read it. */
export const MATCH_REASONS = {
  reference_ok: 'reference OK',
  reference_of_another_person: 'reference of another person',
  amount_ok: 'amount OK',
  amount_differs: 'amount differs',
  name_ok: 'name OK',
  name_similar: 'name similar',
  name_differs: 'name differs',
  date_far: 'dates far apart',
} as const satisfies Record<string, string>
export type MatchReason = keyof typeof MATCH_REASONS

export const LINE_STATES = ['matched', 'suggested', 'unmatched', 'booked', 'ignored'] as const
export type LineState = (typeof LINE_STATES)[number]
