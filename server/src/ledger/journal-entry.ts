/** One side of an entry by hand, with the code of its account. */
export type JournalLine = { account: string; side: 'debit' | 'credit'; amountCents: bigint }

/** A journal entry by hand, as it is proposed. */
export type JournalDraft = {
  id: string
  /** The value date. */
  valueOn: string
  text: string
  lines: readonly JournalLine[]
  reversesId: string | null
}

/** The lines of a reversal: the same on the other sides. */
export const opposite = (lines: readonly JournalLine[]): JournalLine[] =>
  lines.map(({ side, ...line }) => ({ ...line, side: side === 'debit' ? 'credit' : 'debit' }))
