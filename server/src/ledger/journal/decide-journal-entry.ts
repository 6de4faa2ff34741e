import { MAX_JOURNAL_LINES } from '#contract/books/gl-account-types.ts'
import { MAX_AMOUNT_CENTS, MIN_AMOUNT_CENTS } from '#contract/money.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { type GlAccount, handBookingRefusal } from '../chart.ts'
import type { JournalDraft, JournalLine } from '../journal-entry.ts'

/** The entry that is reversed, as it is under lock. */
export type ReversedEntry = { id: string; reversesId: string | null; reversedById: string | null }

/** What a decision needs to know besides the draft. */
export type JournalBooks = {
  accounts: ReadonlyMap<string, GlAccount>
  /** The day of the bank. */
  today: string
  reversed: ReversedEntry | null
}

/** A line as it is booked, with the name of its account in bookings. */
export type BookedLine = { place: number; account: string; debitCents: bigint; creditCents: bigint }

export type JournalDecision = { ok: true; lines: BookedLine[] } | { ok: false; code: RefusalCode }

/** Decides when an entry is proposed, and again when it is confirmed. */
export function decideJournalEntry(books: JournalBooks, draft: JournalDraft): JournalDecision {
  const code = draftRefusal(draft, books.today) ?? accountRefusal(books, draft) ?? reversalRefusal(books.reversed)
  if (code) return { ok: false, code }
  const lines = draft.lines.map(({ account, side, amountCents }, index) => ({
    place: index + 1,
    account: books.accounts.get(account)?.account ?? '',
    debitCents: side === 'debit' ? amountCents : 0n,
    creditCents: side === 'credit' ? amountCents : 0n,
  }))
  return { ok: true, lines }
}

function draftRefusal({ lines, valueOn }: JournalDraft, today: string): RefusalCode | null {
  const isCountable = lines.length >= 2 && lines.length <= MAX_JOURNAL_LINES
  const arePayable = lines.every(
    ({ amountCents }) => amountCents >= MIN_AMOUNT_CENTS && amountCents <= MAX_AMOUNT_CENTS,
  )
  if (!isCountable || !arePayable || sumOf(lines, 'debit') !== sumOf(lines, 'credit')) return 'entry_unbalanced'
  if (accountsOn(lines, 'debit').some((account) => accountsOn(lines, 'credit').includes(account)))
    return 'entry_same_account'
  return valueOn > today ? 'entry_in_future' : null
}

const on = (lines: readonly JournalLine[], side: JournalLine['side']) => lines.filter((line) => line.side === side)
const accountsOn = (lines: readonly JournalLine[], side: JournalLine['side']) =>
  on(lines, side).map(({ account }) => account)
const sumOf = (lines: readonly JournalLine[], side: JournalLine['side']) =>
  on(lines, side).reduce((sum, { amountCents }) => sum + amountCents, 0n)

function accountRefusal({ accounts }: JournalBooks, { lines }: JournalDraft): RefusalCode | null {
  for (const { account } of lines) {
    const refusal = handBookingRefusal(accounts.get(account))
    if (refusal) return refusal
  }
  return null
}

/** A reversal that was a mistake is corrected by a new entry: chains of reversals can't be read. */
function reversalRefusal(reversed: ReversedEntry | null): RefusalCode | null {
  if (!reversed) return null
  if (reversed.reversesId) return 'entry_is_reversal'
  return reversed.reversedById ? 'entry_reversed' : null
}
