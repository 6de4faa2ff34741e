import type { StatementEntryState } from '#contract/external-money/match-reasons.ts'
import { column, type Element } from '../../platform/db/arrays.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'
import type { StatementEntry } from '../statement-entry.ts'
import type { ExternalAccountBooks, Movement } from './contra-movement.ts'

type StatementEntryRow = {
  id: string
  outside_account_id: string
  amount: bigint
  booked_on: string
  counterparty_name: string | null
  counterparty_number: string | null
  state: StatementEntryState
  transaction_id: string | null
  return_of: string | null
  person_id: string | null
  score: number | null
  reasons: string
  in_suspense: boolean
  round: number
  deposit_id: string | null
  doubt_confirmed: boolean | null
  difference: bigint
  ignored_reason: string | null
  returned_reason: string | null
  gl_account: string | null
  gl_text: string | null
  undo_proposed_by: string | null
  undo_proposed_at: Date | null
  proposed_by: string | null
  proposed_at: Date | null
  decided_by: string | null
  decided_at: Date | null
  booked_at: Date | null
}

const toStatementEntry = (row: StatementEntryRow): StatementEntry => ({
  id: row.id,
  externalAccountId: row.outside_account_id,
  amountCents: row.amount,
  bookedOn: row.booked_on,
  counterpartyName: row.counterparty_name,
  counterpartyNumber: row.counterparty_number,
  state: row.state,
  transactionId: row.transaction_id,
  returnOf: row.return_of,
  personId: row.person_id,
  score: row.score,
  reasons: row.reasons,
  inSuspense: row.in_suspense,
  round: row.round,
  depositId: row.deposit_id,
  doubtConfirmed: row.doubt_confirmed,
  differenceCents: row.difference,
  ignoredReason: row.ignored_reason,
  returnedReason: row.returned_reason,
  glAccount: row.gl_account,
  glText: row.gl_text,
  undoProposedBy: row.undo_proposed_by,
  undoProposedAt: row.undo_proposed_at,
  proposedBy: row.proposed_by,
  proposedAt: row.proposed_at,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  bookedAt: row.booked_at,
})

const statementEntryColumns = (sql: Reader) => sql`
  id, outside_account_id, amount, booked_on::text as booked_on, counterparty_name, counterparty_number, state, transaction_id, return_of, person_id, score,
  reasons, in_suspense, round, deposit_id, doubt_confirmed, difference, ignored_reason, returned_reason, gl_account, gl_text,
  undo_proposed_by, undo_proposed_at, proposed_by, proposed_at, decided_by, decided_at, booked_at`

export async function readStatementEntries(sql: Reader, ids: readonly string[]): Promise<Map<string, StatementEntry>> {
  const rows = await sql<StatementEntryRow[]>`
    select ${statementEntryColumns(sql)} from bank_statement_lines where id = any(${ids as string[]}::uuid[])`
  return new Map(rows.map((row) => [row.id, toStatementEntry(row)]))
}

/** Every command takes these locks after those of people's accounts, and before those of external accounts. */
export async function lockStatementEntries(tx: Tx, ids: readonly string[]): Promise<Map<string, StatementEntry>> {
  const rows = await tx<StatementEntryRow[]>`
    select ${statementEntryColumns(tx)} from bank_statement_lines where id = any(${ids as string[]}::uuid[])
    order by id for update`
  return new Map(rows.map((row) => [row.id, toStatementEntry(row)]))
}

type ExternalAccountRow = {
  id: string
  contra: string
  balance: bigint
  movement_number: bigint
  movement_head: Buffer
}

export async function lockExternalAccounts(tx: Tx, ids: readonly string[]): Promise<ExternalAccountBooks[]> {
  const rows = await tx<ExternalAccountRow[]>`
    select id, contra, balance, movement_number, movement_head from outside_accounts
    where id = any(${ids as string[]}::uuid[]) order by id for update`
  return rows.map((row) => ({
    id: row.id,
    contra: row.contra,
    balanceCents: row.balance,
    movementNumber: row.movement_number,
    movementHead: row.movement_head,
  }))
}

export type ChangedStatementEntry = { before: StatementEntry; after: StatementEntry }

/** The predicate refuses to change what is not as it was read: a booking is undone by another one, never overwritten. */
export async function updateStatementEntries(tx: Tx, changes: readonly ChangedStatementEntry[]): Promise<void> {
  if (changes.length === 0) return
  const after = (toValue: (entry: StatementEntry) => Element) => column(changes, (change) => toValue(change.after))
  const result = await tx`
    update bank_statement_lines l
    set state = n.state, transaction_id = n.transaction_id, return_of = n.return_of, person_id = n.person_id, score = n.score,
        reasons = n.reasons, in_suspense = n.in_suspense, round = n.round, deposit_id = n.deposit_id,
        doubt_confirmed = n.doubt_confirmed, difference = n.difference, ignored_reason = n.ignored_reason,
        returned_reason = n.returned_reason, gl_account = n.gl_account, gl_text = n.gl_text,
        undo_proposed_by = n.undo_proposed_by, undo_proposed_at = n.undo_proposed_at, proposed_by = n.proposed_by,
        proposed_at = n.proposed_at, decided_by = n.decided_by, decided_at = n.decided_at, booked_at = n.booked_at
    from unnest(
      ${after((l) => l.id)}::uuid[], ${after((l) => l.state)}::text[], ${after((l) => l.transactionId)}::uuid[],
      ${after((l) => l.returnOf)}::uuid[], ${after((l) => l.personId)}::uuid[], ${after((l) => l.score)}::smallint[],
      ${after((l) => l.reasons)}::text[], ${after((l) => l.inSuspense)}::boolean[], ${after((l) => l.round)}::smallint[],
      ${after((l) => l.depositId)}::uuid[], ${after((l) => l.doubtConfirmed)}::boolean[],
      ${after((l) => l.differenceCents)}::bigint[], ${after((l) => l.ignoredReason)}::text[],
      ${after((l) => l.returnedReason)}::text[], ${after((l) => l.glAccount)}::text[], ${after((l) => l.glText)}::text[],
      ${after((l) => l.undoProposedBy)}::uuid[], ${after((l) => l.undoProposedAt)}::timestamptz[],
      ${after((l) => l.proposedBy)}::uuid[], ${after((l) => l.proposedAt)}::timestamptz[],
      ${after((l) => l.decidedBy)}::uuid[], ${after((l) => l.decidedAt)}::timestamptz[],
      ${after((l) => l.bookedAt)}::timestamptz[], ${column(changes, ({ before }) => before.state)}::text[],
      ${column(changes, ({ before }) => before.round)}::smallint[])
      as n (id, state, transaction_id, return_of, person_id, score, reasons, in_suspense, round, deposit_id, doubt_confirmed,
            difference, ignored_reason, returned_reason, gl_account, gl_text, undo_proposed_by, undo_proposed_at, proposed_by,
            proposed_at, decided_by, decided_at, booked_at, old_state, old_round)
    where l.id = n.id and l.state = n.old_state and l.round = n.old_round`
  if (result.count !== changes.length) throw new Error('A statement entry was decided without its lock')
}

export async function insertMovements(tx: Tx, movements: readonly Movement[]): Promise<void> {
  if (movements.length === 0) return
  await tx`
    insert into contra_movements (outside_account_id, number, id, line_id, purpose, round, debit, credit, amount, actor_id,
      booked_at, hash)
    select * from unnest(
      ${column(movements, (m) => m.externalAccountId)}::uuid[], ${column(movements, (m) => m.number)}::bigint[],
      ${column(movements, (m) => m.id)}::uuid[], ${column(movements, (m) => m.statementEntryId)}::uuid[],
      ${column(movements, (m) => m.purpose)}::text[], ${column(movements, (m) => m.round)}::smallint[],
      ${column(movements, (m) => m.debit)}::text[], ${column(movements, (m) => m.credit)}::text[],
      ${column(movements, (m) => m.amountCents)}::bigint[], ${column(movements, (m) => m.actorId)}::uuid[],
      ${column(movements, (m) => m.bookedAt)}::timestamptz[], ${column(movements, (m) => m.hash)}::bytea[])`
}

export async function updateExternalAccountBooks(tx: Tx, books: ExternalAccountBooks): Promise<void> {
  await tx`
    update outside_accounts
    set balance = ${books.balanceCents}, movement_number = ${books.movementNumber}, movement_head = ${books.movementHead}
    where id = ${books.id}`
}

/** Whether a booked statement entry has cleared the transaction, or paid the returned statement entry back. */
export async function isCleared(tx: Tx, by: { transactionId: string } | { returnOf: string }): Promise<boolean> {
  const which = 'returnOf' in by ? tx`return_of = ${by.returnOf}` : tx`transaction_id = ${by.transactionId}`
  const [row] = await tx<{ cleared: boolean }[]>`
    select exists (select 1 from bank_statement_lines where ${which} and state = 'booked') as cleared`
  return row?.cleared ?? false
}

/** Whether staff made the deposit for another statement entry, which is not booked. */
export async function isOfOtherStatementEntry(
  tx: Tx,
  transactionId: string,
  statementEntryId: string,
): Promise<boolean> {
  const [row] = await tx<{ made: boolean }[]>`
    select exists (select 1 from bank_statement_lines where transaction_id = ${transactionId} and deposit_id = ${transactionId}
                   and id <> ${statementEntryId} and state <> 'booked') as made`
  return row?.made ?? false
}

/** Whether money that goes back to its sender is in a payment run, or was paid back as another statement entry shows. */
export async function isPaidBack(tx: Tx, statementEntryId: string): Promise<boolean> {
  const [row] = await tx<{ paid: boolean }[]>`
    select exists (select 1 from run_payments where line_id = ${statementEntryId})
      or exists (select 1 from bank_statement_lines where return_of = ${statementEntryId} and state = 'booked') as paid`
  return row?.paid ?? false
}

/** What one person has returned or booked to the chart without a second one, under the lock of that person's account. */
export async function sumDecidedAlone(tx: Tx, actorId: string, since: Date): Promise<bigint> {
  const [row] = await tx<{ cents: string }[]>`
    select coalesce(sum(abs(amount)), 0) as cents from bank_statement_lines
    where (returned_reason is not null or gl_account is not null) and state = 'booked' and decided_at > ${since}
      and decided_by = ${actorId} and proposed_by is null`
  return BigInt(row?.cents ?? 0)
}

/** Reversals of these transactions that a second person has to confirm. */
export async function readPendingReversals(sql: Reader, transactionIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from transactions where reverses_id = any(${transactionIds as string[]}::uuid[]) and status = 'Pending'`
  return rows.map(({ id }) => id)
}
