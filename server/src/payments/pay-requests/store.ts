import type { PayRequestStatus } from '#contract/payments/pay-requests.ts'
import { isVerified } from '../../customers/verified.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

type StateRow = {
  id: string
  amount: bigint | null
  reference: string
  status: PayRequestStatus
  is_pending: boolean
  created_at: Date
  expires_at: Date
}

/**
 * Whether it expired is told by the database's clock. Only one for a fixed amount is Paid: by a payment that was completed, and stays so
 * if it is reversed.
 */
const stateColumns = (sql: Reader) => sql`
  r.id, r.amount, r.reference, r.created_at, r.expires_at, live.status is not distinct from 'Pending' as is_pending,
  case when live.status = 'Completed' then 'Paid' when r.cancelled_at is not null then 'Cancelled'
       when live.status is null and r.expires_at <= ${sql.now()} then 'Expired' else 'Open' end as status`

const livePayment = (sql: Reader) => sql`
  left join lateral (
    select t.status from pay_request_payments p join transactions t on t.id = p.transaction_id
    where p.request_id = r.id and p.is_only and p.ended_at is null) as live on true`

export type OwnRequestRow = StateRow & { received_id: string | null; paid_by: string | null }

/** The person sees the deposit, not the transfer. A receiving half has the value date of its origin, which finds it by index. */
export const selectOwnRequests = (
  sql: Reader,
  personId: string,
  { cursor, rows }: { cursor: string | undefined; rows: number },
) => sql<OwnRequestRow[]>`
  select ${stateColumns(sql)}, received.id as received_id, received.party_name as paid_by
  from pay_requests r ${livePayment(sql)}
  left join lateral (
    select d.id, d.party_name from pay_request_payments p join transactions t on t.id = p.transaction_id
    join transactions d on d.account_id = r.account_id and d.type = 'Deposit' and d.value_at = t.value_at and d.origin_id = t.id
    where p.request_id = r.id and p.ended_at is null order by d.id desc limit 1) as received on true
  where r.person_id = ${personId} ${cursor ? sql`and r.id < ${cursor}` : sql``}
  order by r.id desc limit ${rows}`

export async function countOpenRequests(tx: Tx, personId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int from pay_requests r
    where r.person_id = ${personId} and r.cancelled_at is null and r.expires_at > ${tx.now()} and not exists (
      select 1 from pay_request_payments p where p.request_id = r.id and p.is_only and p.ended_at is null)`
  return row?.count ?? 0
}

export type KeptRequestRow = StateRow & { account_id: string }

export async function findRequest(sql: Reader, id: string): Promise<KeptRequestRow | undefined> {
  const [row] = await sql<KeptRequestRow[]>`
    select r.account_id, ${stateColumns(sql)} from pay_requests r ${livePayment(sql)} where r.id = ${id}`
  return row
}

type AccountRow = { number: string; holder: string; owner_id: string; closed: boolean; is_verified: boolean }

/** The holder's present name and number: a code can't name anyone else. */
export async function findAccount(sql: Reader, accountId: string): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`
    select a.number, p.full_name as holder, a.owner_id, a.closed_at is not null as closed, ${isVerified(sql)} as is_verified
    from accounts a join people p on p.id = a.owner_id where a.id = ${accountId}`
  return row
}
