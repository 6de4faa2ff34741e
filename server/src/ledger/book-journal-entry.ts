import { dayOf } from '#contract/bank-day.ts'
import type { Tx } from '../platform/db/connection.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { auditEntry, type StaffContext } from './audit-entry.ts'
import { holdGlAccounts } from './chart.ts'
import { requireOpenDay } from './closings.ts'
import { hashAfter } from './core/chain.ts'
import { type BookedLine, decideJournalEntry } from './journal/decide-journal-entry.ts'
import {
  addToExternalBalances,
  insertJournalEntry,
  lockJournalHead,
  type NewJournalEntry,
  readReversed,
} from './journal/journal-store.ts'
import type { JournalDraft } from './journal-entry.ts'
import type { AuditEntry } from './types.ts'

/**
 * The lines of an entry that can be booked now; anything else is refused. It is checked when the entry is proposed, and again when it is
 * confirmed. None of its accounts is closed before the transaction ends.
 */
export async function requireBookable(tx: Tx, entry: JournalDraft, today: string): Promise<BookedLine[]> {
  const reversed = entry.reversesId === null ? null : await readReversed(tx, entry.reversesId)
  if (entry.reversesId !== null && !reversed) throw new Refusal('not_found')
  const codes = entry.lines.map(({ account }) => account)
  const decision = decideJournalEntry({ accounts: await holdGlAccounts(tx, codes), today, reversed }, entry)
  if (!decision.ok) throw new Refusal(decision.code)
  await requireOpenDay(tx, entry.valueOn)
  return decision.lines
}

type Confirmed = { proposalId: string; proposedBy: string; zone: string }

/**
 * Books a journal entry that a second member of staff has confirmed. The caller holds the lock of its proposal and records
 * the audit entry, which has the hash: so the seals over the audit log cover the journal too.
 */
export async function bookJournalEntry(
  tx: Tx,
  staff: StaffContext,
  entry: JournalDraft,
  { proposalId, proposedBy, zone }: Confirmed,
): Promise<AuditEntry> {
  const head = await lockJournalHead(tx)
  const lines = await requireBookable(tx, entry, dayOf(staff.at, zone))
  const { id, valueOn, text, reversesId } = entry
  const booked: NewJournalEntry = {
    id,
    number: head.number + 1n,
    valueOn,
    text,
    reversesId,
    proposalId,
    proposedBy,
    confirmedBy: staff.actorId,
    bookedAt: staff.at,
    lines,
  }
  const hash = hashAfter(head.hash, journalEntryText(booked))
  await insertJournalEntry(tx, booked, hash)
  await addToExternalBalances(tx, lines)
  const after = {
    entryId: id,
    number: Number(booked.number),
    hash: hash.toString('hex'),
    ...(reversesId && { reversesId }),
  }
  return auditEntry(staff, { subjectId: null, action: 'journal_entry.booked', before: {}, after })
}

/** What the hash covers; journal-invariants.ts builds the same text in SQL. */
const journalEntryText = (entry: NewJournalEntry): string =>
  [
    entry.number,
    entry.id,
    entry.valueOn,
    entry.text,
    entry.reversesId ?? '',
    entry.proposalId,
    entry.proposedBy,
    entry.confirmedBy,
    entry.bookedAt.getTime(),
    ...entry.lines.map(({ place, account, debitCents, creditCents }) =>
      [place, account, debitCents, creditCents].join(' '),
    ),
  ].join('\n')
