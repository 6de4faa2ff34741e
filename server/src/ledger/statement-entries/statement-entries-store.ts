import type { StatementEntryState } from '#contract/external-money/match-reasons.ts'
import { column } from '../../platform/db/arrays.ts'
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
  proposedBy: row.proposed_by,
  proposedAt: row.proposed_at,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  bookedAt: row.booked_at,
})

const statementEntryColumns = (sql: Reader) => sql`
  id, outside_account_id, amount, booked_on::text as booked_on, counterparty_name, counterparty_number, state, transaction_id, return_of, person_id, score,
  reasons, in_suspense, round, deposit_id, doubt_confirmed, difference, ignored_reason, returned_reason, proposed_by,
  proposed_at, decided_by, decided_at, booked_at`

export async function readStatementEntry(sql: Reader, id: string): Promise<StatementEntry | null> {
  const [row] = await sql<
    StatementEntryRow[]
  >`select ${statementEntryColumns(sql)} from bank_statement_lines where id = ${id}`
  return row ? toStatementEntry(row) : null
}

/** Every command takes this lock after those of people's accounts, and before that of the external account. */
export async function lockStatementEntry(tx: Tx, id: string): Promise<StatementEntry | null> {
  const [row] = await tx<
    StatementEntryRow[]
  >`select ${statementEntryColumns(tx)} from bank_statement_lines where id = ${id} for update`
  return row ? toStatementEntry(row) : null
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

/** The predicate refuses to change what is booked. */
export async function updateStatementEntry(tx: Tx, statementEntry: StatementEntry): Promise<void> {
  const result = await tx`
    update bank_statement_lines
    set state = ${statementEntry.state}, transaction_id = ${statementEntry.transactionId}, return_of = ${statementEntry.returnOf}, person_id = ${statementEntry.personId},
        score = ${statementEntry.score}, reasons = ${statementEntry.reasons}, in_suspense = ${statementEntry.inSuspense}, round = ${statementEntry.round},
        deposit_id = ${statementEntry.depositId}, doubt_confirmed = ${statementEntry.doubtConfirmed}, difference = ${statementEntry.differenceCents},
        ignored_reason = ${statementEntry.ignoredReason}, returned_reason = ${statementEntry.returnedReason},
        proposed_by = ${statementEntry.proposedBy}, proposed_at = ${statementEntry.proposedAt}, decided_by = ${statementEntry.decidedBy},
        decided_at = ${statementEntry.decidedAt}, booked_at = ${statementEntry.bookedAt}
    where id = ${statementEntry.id} and state not in ('booked', 'undone')`
  if (result.count !== 1) throw new Error(`Statement entry ${statementEntry.id} was decided without its lock`)
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

/** What one person has returned without a second one, under the lock of that person's account. */
export async function sumReturnedAlone(tx: Tx, actorId: string, since: Date): Promise<bigint> {
  const [row] = await tx<{ cents: string }[]>`
    select coalesce(sum(amount), 0) as cents from bank_statement_lines
    where returned_reason is not null and state = 'booked' and decided_at > ${since} and decided_by = ${actorId}
      and proposed_by is null`
  return BigInt(row?.cents ?? 0)
}
