import type { Reader } from '../platform/db/connection.ts'
import type { Transaction } from './types.ts'

/** A deposit of a person that a statement entry may be. */
export type UnclearedDeposit = Pick<Transaction, 'id' | 'amountCents' | 'status' | 'reference' | 'submittedAt'>

/** How long before the day of a statement entry a deposit may have been submitted. */
export const DEPOSIT_DAYS = 45
const DAY_MS = 86_400_000

/** The first id of a day, which is some days after the given one. Ids begin with their time. */
export const firstIdOf = (day: string, days: number): string =>
  `${Math.max(0, Date.parse(day) + days * DAY_MS)
    .toString(16)
    .padStart(12, '0')}00000000000000000000`

/**
 * Whether `t` is a deposit, or the credit of a wire that staff said came back, that may be the credit on a statement. No entry has
 * cleared or made it, and it is not reversed. A declined one counts if the customer submitted it. Without the window.
 */
export const isUncleared = (sql: Reader) => sql`
  t.type = 'Deposit' and t.method in ('wire', 'bank') and (t.reverses_id is null or (t.is_return and not ${wasRejected(sql)}))
  and (t.status <> 'Declined' or t.receipt_id is not null)
  and not exists (select 1 from bank_statement_lines c where c.transaction_id = t.id and (c.state = 'booked' or c.deposit_id = t.id))
  and not exists (select 1 from transactions v where v.reverses_id = t.id and v.status = 'Completed')`

/** Whether `t` credits a payment that the external bank never made: nothing comes back of it. */
const wasRejected = (sql: Reader) => sql`
  exists (select 1 from run_payments p join payment_statuses s on s.run_id = p.run_id and s.place = p.place
          where p.transaction_id = t.reverses_id and s.status = 'rejected')`

type Entry = { amountCents: bigint; bookedOn: string }
type Row = {
  id: string
  amount: bigint
  status: Transaction['status']
  reference: string
  submitted_at: Date
}

/**
 * All deposits of the person that the entry may be: credited ones first, then those of its amount. A limit would hide one from the
 * question that staff answer for all of them. Under the lock of their main account, none is added.
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
    order by t.status = 'Completed' desc, t.amount = ${amountCents} desc, t.id desc`
  return rows.map(toDeposit)
}

const toDeposit = ({ amount, submitted_at, ...row }: Row): UnclearedDeposit => ({
  ...row,
  amountCents: amount,
  submittedAt: submitted_at,
})

/** Whether the entry `l` is not too old to be the deposit `t` of a customer. */
export const isInWindow = (sql: Reader) =>
  sql`l.booked_on >= (t.submitted_at at time zone 'UTC')::date - ${DEPOSIT_DAYS}::int`

/** The first id of the window before the day of the entry `l`. */
export const firstIdInWindow = (sql: Reader) => sql`
  (lpad(to_hex(greatest(0, extract(epoch from l.booked_on - ${DEPOSIT_DAYS}::int)::bigint * 1000)), 12, '0') || repeat('0', 20))::uuid`

/** Whether its approval credits a wire, for which a statement entry may have been credited as well. */
export const isPendingWireDeposit = ({ type, method, status, reverses }: Transaction): boolean =>
  type === 'Deposit' && (method === 'wire' || method === 'bank') && status === 'Pending' && reverses === null

type DoubtRow = Row & { deposit_id: string }

/**
 * What may be the same money as deposits that wait for approval, by their ids: of one that the customer submitted, deposits that staff
 * made for statement entries of the window; of one that was made for an entry, deposits that no entry has cleared, unless staff said
 * that they are other money. Under the lock of the person's main account, none is added.
 */
export async function readDoubts(sql: Reader, depositIds: readonly string[]): Promise<Map<string, UnclearedDeposit[]>> {
  const rows = await sql<DoubtRow[]>`
    select t.id as deposit_id, d.id, d.amount, d.status, d.reference, d.submitted_at
    from transactions t join accounts a on a.id = t.account_id
    join bank_statement_lines l on l.person_id = a.owner_id and ${isInWindow(sql)}
    join transactions d on d.id = l.deposit_id
    where t.id = any(${depositIds as string[]}::uuid[]) and t.receipt_id is not null and d.status <> 'Declined' and d.reverses_id is null
      and not exists (select 1 from transactions v where v.reverses_id = d.id and v.status = 'Completed')
    union all
    select d.id, t.id, t.amount, t.status, t.reference, t.submitted_at
    from transactions d join accounts a on a.id = d.account_id
    join bank_statement_lines l on l.deposit_id = d.id and l.doubt_confirmed is not true
    join accounts o on o.owner_id = a.owner_id
    join transactions t on t.account_id = o.id and t.id <> d.id
      and (t.status = 'Pending' or t.id >= ${firstIdInWindow(sql)})
    where d.id = any(${depositIds as string[]}::uuid[]) and ${isUncleared(sql)}`
  return byDeposit(rows)
}

/** What was credited for statement entries since these wires left, and may be the same money that came back, by the ids of the wires. */
export async function readReturnDoubts(
  sql: Reader,
  wireIds: readonly string[],
): Promise<Map<string, UnclearedDeposit[]>> {
  const rows = await sql<DoubtRow[]>`
    select t.id as deposit_id, d.id, d.amount, d.status, d.reference, d.submitted_at
    from transactions t join accounts a on a.id = t.account_id
    join bank_statement_lines l on l.person_id = a.owner_id
    join transactions d on d.id = l.deposit_id and d.amount = -t.amount and d.id > t.id
    where t.id = any(${wireIds as string[]}::uuid[]) and d.status <> 'Declined' and d.reverses_id is null
      and not exists (select 1 from transactions v where v.reverses_id = d.id and v.status = 'Completed')`
  return byDeposit(rows)
}

function byDeposit(rows: readonly DoubtRow[]): Map<string, UnclearedDeposit[]> {
  const doubts = new Map<string, UnclearedDeposit[]>()
  for (const { deposit_id, ...row } of rows) doubts.set(deposit_id, [...(doubts.get(deposit_id) ?? []), toDeposit(row)])
  return doubts
}
