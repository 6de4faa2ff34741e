import type { LineState } from '#contract/external-money/match-reasons.ts'
import { column } from '../../platform/db/arrays.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'
import type { BankLine } from '../statement-entry.ts'
import type { Movement, OutsideBooks } from './contra-movement.ts'

type LineRow = {
  id: string
  outside_account_id: string
  amount: bigint
  counterparty_name: string | null
  counterparty_number: string | null
  state: LineState
  transaction_id: string | null
  return_of: string | null
  person_id: string | null
  score: number | null
  reasons: string
  in_suspense: boolean
  round: number
  deposit_id: string | null
  ignored_reason: string | null
  returned_reason: string | null
  proposed_by: string | null
  proposed_at: Date | null
  decided_by: string | null
  decided_at: Date | null
  booked_at: Date | null
}

const toLine = (row: LineRow): BankLine => ({
  id: row.id,
  outsideAccountId: row.outside_account_id,
  amountCents: row.amount,
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
  ignoredReason: row.ignored_reason,
  returnedReason: row.returned_reason,
  proposedBy: row.proposed_by,
  proposedAt: row.proposed_at,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  bookedAt: row.booked_at,
})

const lineColumns = (sql: Reader) => sql`
  id, outside_account_id, amount, counterparty_name, counterparty_number, state, transaction_id, return_of, person_id, score,
  reasons, in_suspense, round, deposit_id, ignored_reason, returned_reason, proposed_by, proposed_at, decided_by, decided_at,
  booked_at`

export async function readLine(sql: Reader, id: string): Promise<BankLine | null> {
  const [row] = await sql<LineRow[]>`select ${lineColumns(sql)} from bank_statement_lines where id = ${id}`
  return row ? toLine(row) : null
}

/** After the accounts of people, and before the outside account: every command takes them in this order. */
export async function lockLine(tx: Tx, id: string): Promise<BankLine | null> {
  const [row] = await tx<LineRow[]>`select ${lineColumns(tx)} from bank_statement_lines where id = ${id} for update`
  return row ? toLine(row) : null
}

type OutsideRow = { id: string; contra: string; balance: bigint; movement_number: bigint; movement_head: Buffer }

export async function lockOutsideAccounts(tx: Tx, ids: readonly string[]): Promise<OutsideBooks[]> {
  const rows = await tx<OutsideRow[]>`
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
export async function updateLine(tx: Tx, line: BankLine): Promise<void> {
  const result = await tx`
    update bank_statement_lines
    set state = ${line.state}, transaction_id = ${line.transactionId}, return_of = ${line.returnOf}, person_id = ${line.personId},
        score = ${line.score}, reasons = ${line.reasons}, in_suspense = ${line.inSuspense}, round = ${line.round},
        deposit_id = ${line.depositId}, ignored_reason = ${line.ignoredReason}, returned_reason = ${line.returnedReason},
        proposed_by = ${line.proposedBy}, proposed_at = ${line.proposedAt}, decided_by = ${line.decidedBy},
        decided_at = ${line.decidedAt}, booked_at = ${line.bookedAt}
    where id = ${line.id} and state <> 'booked'`
  if (result.count !== 1) throw new Error(`Line ${line.id} was decided without its lock`)
}

export async function insertMovements(tx: Tx, movements: readonly Movement[]): Promise<void> {
  if (movements.length === 0) return
  await tx`
    insert into contra_movements (outside_account_id, number, id, line_id, purpose, round, debit, credit, amount, actor_id,
      booked_at, hash)
    select * from unnest(
      ${column(movements, (m) => m.outsideAccountId)}::uuid[], ${column(movements, (m) => m.number)}::bigint[],
      ${column(movements, (m) => m.id)}::uuid[], ${column(movements, (m) => m.lineId)}::uuid[],
      ${column(movements, (m) => m.purpose)}::text[], ${column(movements, (m) => m.round)}::smallint[],
      ${column(movements, (m) => m.debit)}::text[], ${column(movements, (m) => m.credit)}::text[],
      ${column(movements, (m) => m.amountCents)}::bigint[], ${column(movements, (m) => m.actorId)}::uuid[],
      ${column(movements, (m) => m.bookedAt)}::timestamptz[], ${column(movements, (m) => m.hash)}::bytea[])`
}

export async function updateOutsideBooks(tx: Tx, books: OutsideBooks): Promise<void> {
  await tx`
    update outside_accounts
    set balance = ${books.balanceCents}, movement_number = ${books.movementNumber}, movement_head = ${books.movementHead}
    where id = ${books.id}`
}

/** Whether a booked line has cleared the transaction, or paid the returned line back. */
export async function isCleared(tx: Tx, by: { transactionId: string } | { returnOf: string }): Promise<boolean> {
  const which = 'returnOf' in by ? tx`return_of = ${by.returnOf}` : tx`transaction_id = ${by.transactionId}`
  const [row] = await tx<{ cleared: boolean }[]>`
    select exists (select 1 from bank_statement_lines where ${which} and state = 'booked') as cleared`
  return row?.cleared ?? false
}

/** Whether staff made the deposit for another line, which is not booked. */
export async function isOfOtherLine(tx: Tx, transactionId: string, lineId: string): Promise<boolean> {
  const [row] = await tx<{ made: boolean }[]>`
    select exists (select 1 from bank_statement_lines where transaction_id = ${transactionId} and deposit_id = ${transactionId}
                   and id <> ${lineId} and state <> 'booked') as made`
  return row?.made ?? false
}

/** The person's pending deposits of this amount that were not made for a line. Under the lock of their main account, none is added. */
export async function readOpenDeposits(sql: Reader, personId: string, amountCents: bigint): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select t.id from accounts a join transactions t on t.account_id = a.id
    where a.owner_id = ${personId} and t.amount = ${amountCents} and t.status = 'Pending' and t.type = 'Deposit'
      and t.method in ('wire', 'bank') and t.reverses_id is null
      and not exists (select 1 from bank_statement_lines l where l.transaction_id = t.id and l.deposit_id = t.id)
    order by t.id limit 2`
  return rows.map(({ id }) => id)
}

/** What one person has returned without a second one, under the lock of that person's account. */
export async function sumReturnedAlone(tx: Tx, actorId: string, since: Date): Promise<bigint> {
  const [row] = await tx<{ cents: string }[]>`
    select coalesce(sum(amount), 0) as cents from bank_statement_lines
    where returned_reason is not null and state = 'booked' and decided_at > ${since} and decided_by = ${actorId}
      and proposed_by is null`
  return BigInt(row?.cents ?? 0)
}
