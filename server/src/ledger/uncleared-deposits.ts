import type { Reader } from '../platform/db/connection.ts'
import type { Transaction } from './types.ts'

/** A deposit of a person that a statement entry may be. */
export type UnclearedDeposit = Pick<Transaction, 'id' | 'amountCents' | 'status' | 'reference' | 'submittedAt'>

/** How long before the day of a statement entry a deposit may have been submitted. */
export const DEPOSIT_DAYS = 45
const MAX_DEPOSITS = 10
const DAY_MS = 86_400_000

/** The first id of a day, which is some days after the given one. Ids begin with their time. */
export const firstIdOf = (day: string, days: number): string =>
  `${Math.max(0, Date.parse(day) + days * DAY_MS)
    .toString(16)
    .padStart(12, '0')}00000000000000000000`

/**
 * Whether `t` is a deposit that may be the credit on a statement. No entry has cleared or made it, and it is not reversed. A declined one
 * counts if the customer submitted it. Without the window.
 */
export const isUncleared = (sql: Reader) => sql`
  t.type = 'Deposit' and t.method in ('wire', 'bank') and t.reverses_id is null
  and (t.status <> 'Declined' or t.receipt_id is not null)
  and not exists (select 1 from bank_statement_lines c where c.transaction_id = t.id and (c.state = 'booked' or c.deposit_id = t.id))
  and not exists (select 1 from transactions v where v.reverses_id = t.id and v.status = 'Completed')`

type Entry = { amountCents: bigint; bookedOn: string }
type Row = {
  id: string
  amount: bigint
  status: Transaction['status']
  reference: string
  submitted_at: Date
}

/**
 * The person's deposits that the entry may be: credited ones first, then those of its amount. Under the lock of their main
 * account, none is added.
 */
export async function readUnclearedDeposits(
  sql: Reader,
  personId: string,
  { amountCents, bookedOn }: Entry,
): Promise<UnclearedDeposit[]> {
  const rows = await sql<Row[]>`
    select t.id, t.amount, t.status, t.reference, t.submitted_at
    from accounts a join transactions t on t.account_id = a.id
    where a.owner_id = ${personId} and (t.status = 'Pending' or t.id >= ${firstIdOf(bookedOn, -DEPOSIT_DAYS)}::uuid)
      and ${isUncleared(sql)}
    order by t.status = 'Completed' desc, t.amount = ${amountCents} desc, t.id desc
    limit ${MAX_DEPOSITS}`
  return rows.map(({ amount, submitted_at, ...row }) => ({ ...row, amountCents: amount, submittedAt: submitted_at }))
}
