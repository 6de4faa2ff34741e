import { dayOf } from '#contract/bank-day.ts'
import type { ProposedJournalEntry } from '#contract/books/journal-entries.ts'
import { toAmount } from '#contract/money.ts'
import { lockStaff } from '../../authority/own-account.ts'
import type { ProposalRow } from '../../authority/proposal.ts'
import { toProposal } from '../../authority/proposal-response.ts'
import { findProposers, propose, readProposal, recordActs } from '../../authority/propose.ts'
import type { Deps } from '../../http/deps.ts'
import type { StaffContext } from '../../ledger/audit-entry.ts'
import { requireBookable } from '../../ledger/book-journal-entry.ts'
import { holdGlAccounts } from '../../ledger/chart.ts'
import { type JournalDraft, type JournalLine, opposite } from '../../ledger/journal-entry.ts'
import { onceByKey } from '../../ledger/once-by-key.ts'
import type { IdempotencyKey } from '../../ledger/types.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { fromChange, toChange } from './proposed-entry.ts'
import { readLines } from './read-entries.ts'

type EntryDeps = Pick<Deps, 'sql' | 'ledger'>
type Context = { staff: StaffContext; idempotency: IdempotencyKey | null }
export type ProposedEntry = { proposal: ProposedJournalEntry; replayed: boolean }

type EntryBody = { date: string; text: string; lines: JournalLine[] }

/** Always for a second person, also where four eyes is off: what is booked by hand has no other evidence. */
export const proposeEntry = (deps: EntryDeps, context: Context, { date, text, lines }: EntryBody) =>
  proposeOnce(deps, context, async () => ({
    id: newIdAt(context.staff.at),
    valueOn: date,
    text,
    lines,
    reversesId: null,
  }))

type ReversalBody = { date?: string | undefined; text?: string | undefined } | null

/** Of the same lines on the other sides. While one waits, another reversal of the entry is refused. */
export const proposeReversal = (deps: EntryDeps, context: Context, entryId: string, body: ReversalBody) => {
  const { idempotency, staff } = context
  const key = idempotency && { ...idempotency, route: `${idempotency.route} ${entryId}` }
  return proposeOnce(deps, { staff, idempotency: key }, async (tx) => {
    const reversed = await readLines(tx, entryId)
    if (!reversed) throw new Refusal('not_found')
    return {
      id: newIdAt(staff.at),
      valueOn: body?.date ?? dayOf(staff.at, deps.ledger.zone),
      text: body?.text ?? reversed.text,
      lines: opposite(reversed.lines),
      reversesId: entryId,
    }
  })
}

function proposeOnce(
  { sql, ledger: { zone } }: EntryDeps,
  { staff, idempotency }: Context,
  draft: (tx: Tx) => Promise<JournalDraft>,
): Promise<ProposedEntry> {
  return onceByKey(sql, staff.actorId, idempotency, {
    lock: async (tx) => lockStaff(tx, staff, 'books:manage', await findProposers(tx, ['journal_entry'])),
    act: async (tx) => (await makeProposal(tx, staff, await draft(tx), zone)).id,
    read: async (tx, id) => {
      const row = await readProposal(tx, id)
      return { ...toProposal(row, staff.at), entryId: fromChange(row.change).id }
    },
  }).then(({ result, replayed }) => ({ proposal: result, replayed }))
}

async function makeProposal(tx: Tx, staff: StaffContext, draft: JournalDraft, zone: string): Promise<ProposalRow> {
  await requireBookable(tx, draft, dayOf(staff.at, zone))
  const made = await propose(tx, staff, {
    kind: 'journal_entry',
    subject: null,
    // Different entries wait side by side; of one entry, one reversal.
    aboutId: draft.reversesId ?? draft.id,
    before: {},
    after: await shownToStaff(tx, draft),
    basis: {},
    change: toChange(draft),
  })
  await recordActs(tx, { auditEntries: [], notifications: [] }, [made])
  return made.row
}

async function shownToStaff(tx: Tx, { id, valueOn, text, lines, reversesId }: JournalDraft) {
  const accounts = await holdGlAccounts(
    tx,
    lines.map(({ account }) => account),
  )
  return {
    entryId: id,
    date: valueOn,
    text,
    lines: lines.map(({ account, side, amountCents }) => ({
      account,
      name: accounts.get(account)?.name ?? '',
      builtIn: accounts.get(account)?.isBuiltIn ?? false,
      [side]: toAmount(amountCents),
    })),
    ...(reversesId && { reverses: reversesId }),
  }
}
