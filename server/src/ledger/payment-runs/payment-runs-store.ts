import type { WithheldReason } from '#contract/external-money/payment-statuses.ts'
import { referenceOf } from '#contract/payments/reference.ts'
import { column } from '../../platform/db/arrays.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

/** What a run is made of, beside its payments: all that its file says. */
export type NewRun = {
  id: string
  at: Date
  actorId: string
  currency: string
  /** 'YYYY-MM-DD' */
  executeOn: string
  initiator: string
  debtor: { name: string; number: string; externalAccountId: string | null }
  /** Of the payments that a preview showed; null: whatever is due. */
  digest: Buffer | null
}

/** Which of these transfers were paid out: by a payment run, or by hand, as a statement of the external bank shows. */
export const readPaid = (tx: Reader, ids: readonly string[]) => tx<{ id: string }[]>`
  select transaction_id as id from run_payments where transaction_id = any(${ids as string[]}::uuid[])
  union all
  select transaction_id from bank_statement_lines
  where transaction_id = any(${ids as string[]}::uuid[]) and state = 'booked' and amount < 0`

/**
 * Of these transfers, those in a run: whether its file may still be sent while no statement shows the payment, and whether the external
 * bank has booked it. Under the lock of their accounts.
 */
export const readRunPayments = (tx: Reader, ids: readonly string[]) => tx<
  { id: string; is_open: boolean; is_booked: boolean }[]
>`
  select p.transaction_id as id, r.sent_at is null and not shown as is_open,
    shown or exists (select 1 from payment_statuses s
                     where s.run_id = p.run_id and s.place = p.place and s.status = 'booked') as is_booked
  from run_payments p join payment_runs r on r.id = p.run_id,
  lateral (select exists (select 1 from bank_statement_lines l
           where l.transaction_id = p.transaction_id and l.state = 'booked' and l.amount < 0) as shown) as statement
  where p.transaction_id = any(${ids as string[]}::uuid[])`

/** Locks the row, so that runs are made one after the other. Only `useRunNumber` changes it: numbers have no gaps. */
export async function lockNextRunNumber(tx: Tx): Promise<bigint> {
  const [row] = await tx<{ next: bigint }[]>`select last_number + 1 as next from payment_run_counter for update`
  if (!row) throw new Error('The counter of payment runs is missing')
  return row.next
}

export async function useRunNumber(tx: Tx, number: bigint): Promise<void> {
  await tx`update payment_run_counter set last_number = ${number}`
}

/** Completed, in no run that lives, and not paid by hand. */
const isUnpaid = (sql: Reader) => sql`
  t.method = 'wire' and t.type = 'Transfer' and t.status = 'Completed' and t.reverses_id is null
  and t.booked_at > (select since from payment_run_counter)
  and not exists (select 1 from run_payments p where p.transaction_id = t.id)
  and not exists (select 1 from bank_statement_lines l where l.transaction_id = t.id and l.state = 'booked')`

/** Transfers of earlier versions may have neither. */
const hasAccount = (sql: Reader) => sql`t.party_iban || t.party_account ~ '[[:alnum:]]'`

/**
 * Neither reversed nor returned; a proposed reversal may still be declined. Money of a Frozen person stays until they are Active
 * again; a Closed person can't get it back, so their last payments go out.
 */
const isDue = (sql: Reader) => sql`
  ${isUnpaid(sql)} and ${hasAccount(sql)}
  and exists (select 1 from accounts o join people h on h.id = o.owner_id where o.id = t.account_id and h.status in ('Active', 'Closed'))
  and not exists (select 1 from transactions r where r.reverses_id = t.id and r.status <> 'Declined')`

export const dueAccounts = (sql: Reader) =>
  sql<{ id: string; owner_id: string }[]>`
    select distinct a.id, a.owner_id from transactions t join accounts a on a.id = t.account_id where ${isDue(sql)}`

export type DueReturn = { id: string; amount: bigint; name: string; number: string; message: string }

/** Credits that go back to their senders, are in no run that lives, and were not paid back by hand. */
const isUnpaidReturn = (sql: Reader) => sql`
  l.returned_reason is not null and l.state = 'booked'
  and not exists (select 1 from run_payments p where p.line_id = l.id)
  and not exists (select 1 from bank_statement_lines c where c.return_of = l.id and c.state = 'booked')`

/** Returned credits that a run pays. The lock keeps others from undoing that meanwhile. One whose sender's account is not known can't be paid by a file. */
export const dueReturns = (sql: Reader) => sql<DueReturn[]>`
  select l.id, l.amount, coalesce(l.counterparty_name, '') as name, l.counterparty_number as number,
    concat_ws(' ', 'Return', coalesce(l.end_to_end_id, l.bank_reference)) as message
  from bank_statement_lines l where ${isUnpaidReturn(sql)} and l.counterparty_number <> ''
  order by l.decided_at, l.id for share of l`

type Withheld = {
  transaction_id: string | null
  line_id: string | null
  owner_id: string | null
  reference: string | null
  amount: bigint
  party_name: string
  reason: WithheldReason
}

/** What a run leaves out although it is approved and not paid, oldest first. */
export const readWithheld = (sql: Reader) => sql<Withheld[]>`
  select t.id as transaction_id, null::uuid as line_id, a.owner_id, t.reference, -t.amount as amount, t.party_name,
    case when h.status = 'Frozen' then 'customer_frozen' when h.status not in ('Active', 'Closed') then 'customer_not_active'
      when r.id is null then 'no_account' when r.is_return then 'return_pending' else 'reversal_pending' end as reason,
    t.booked_at as at
  from transactions t join accounts a on a.id = t.account_id join people h on h.id = a.owner_id
  left join transactions r on r.reverses_id = t.id and r.status <> 'Declined'
  where ${isUnpaid(sql)} and r.status is distinct from 'Completed'
    and (h.status not in ('Active', 'Closed') or r.id is not null or not ${hasAccount(sql)})
  union all
  select null, l.id, null, null, l.amount, coalesce(l.counterparty_name, ''), 'no_account', l.decided_at
  from bank_statement_lines l where ${isUnpaidReturn(sql)} and coalesce(l.counterparty_number, '') = ''
  order by at, transaction_id`

/** What a run would pay. `accountIds`: only from these; null: from all. */
type Collected = { accountIds: readonly string[] | null; returns: readonly DueReturn[]; initiator: string }

const due = (sql: Reader, { accountIds, returns, initiator }: Collected) => sql`
  wires as (
    select t.id as transaction_id, null::uuid as line_id, t.reference, -t.amount as amount, p.full_name as payer_name, t.party_name,
      t.party_account, t.party_bank, t.party_iban, t.party_swift, coalesce(t.message, t.reference) as remittance,
      row_number() over (order by t.booked_at, t.id) as place
    from transactions t join accounts a on a.id = t.account_id join people p on p.id = a.owner_id
    where ${accountIds ? sql`t.account_id = any(${accountIds as string[]}::uuid[])` : sql`true`} and ${isDue(sql)}),
  due as (
    select * from wires
    union all
    select null, l.id, l.reference, l.amount, ${initiator}, l.name, l.number, '', '', '', l.message,
      l.place + (select count(*) from wires)
    from unnest(
      ${column(returns, ({ id }) => id)}::uuid[], ${column(returns, ({ id }) => referenceOf(id))}::text[],
      ${column(returns, ({ amount }) => amount)}::bigint[], ${column(returns, ({ name }) => name)}::text[],
      ${column(returns, ({ number }) => number)}::text[], ${column(returns, ({ message }) => message)}::text[])
      with ordinality as l (id, reference, amount, name, number, message, place)),
  content as (
    select sha256(convert_to(coalesce(string_agg(to_jsonb(due)::text, e'\n' order by place), ''), 'UTF8')) as digest from due)`

export type DuePayment = {
  place: number
  transaction_id: string | null
  owner_id: string | null
  end_to_end_id: string
  amount: bigint
  party_name: string
  party_account: string
  party_bank: string
  party_iban: string
  party_swift: string
}

/** What a run would pay now, in the order of its file, and the digest by which `insertRun` knows it again. */
export async function readDue(
  sql: Reader,
  initiator: string,
): Promise<{ payments: DuePayment[]; totalCents: bigint; digest: Buffer }> {
  const returns = await dueReturns(sql)
  const rows = await sql<(DuePayment & { digest: Buffer })[]>`
    with ${due(sql, { accountIds: null, returns, initiator })}
    select due.place::int as place, due.transaction_id, due.reference as end_to_end_id, due.amount, due.party_name, due.party_account,
      due.party_bank, due.party_iban, due.party_swift, content.digest,
      (select a.owner_id from transactions t join accounts a on a.id = t.account_id where t.id = due.transaction_id) as owner_id
    from content left join due on true order by due.place`
  const payments = rows.filter(({ place }) => place !== null)
  const digest = rows[0]?.digest
  if (!digest) throw new Error('What is due has no digest')
  return { payments, totalCents: payments.reduce((sum, { amount }) => sum + amount, 0n), digest }
}

/** `changed`: it would not be what a preview showed. */
type Inserted = { count: number; totalCents: bigint } | 'nothing_to_pay' | 'changed'

/**
 * Writes the run and its payments in one statement, on a snapshot that is taken after the accounts are locked. With a digest, only if
 * the payments are those of the digest.
 */
export async function insertRun(
  tx: Tx,
  number: bigint,
  { id, at, actorId, currency, executeOn, initiator, debtor, digest }: NewRun,
  { accountIds, returns }: { accountIds: readonly string[]; returns: readonly DueReturn[] },
): Promise<Inserted> {
  const [row] = await tx<{ fits: boolean; count: number | null; total: bigint | null }[]>`
    with ${due(tx, { accountIds, returns, initiator })},
    fitting as (select ${digest}::bytea is null or digest = ${digest}::bytea as fits from content),
    run as (
      insert into payment_runs (id, number, count, total, currency, execute_on, initiator, debtor_name, debtor_number,
        outside_account_id, created_by, created_at)
      select ${id}::uuid, ${number}::bigint, count(*), sum(amount), ${currency}::text, ${executeOn}::date, ${initiator}::text,
        ${debtor.name}::text, ${debtor.number}::text, ${debtor.externalAccountId}::uuid, ${actorId}::uuid, ${at}::timestamptz
      from due having count(*) > 0 and (select fits from fitting)
      returning count, total),
    payments as (
      insert into run_payments (run_id, place, transaction_id, line_id, end_to_end_id, amount, payer_name, party_name,
        party_account, party_bank, party_iban, party_swift, remittance)
      select ${id}::uuid, place, transaction_id, line_id, reference, amount, payer_name, party_name, party_account, party_bank,
        party_iban, party_swift, remittance from due where (select fits from fitting))
    select fits, count, total from fitting left join run on true`
  if (!row?.fits) return 'changed'
  return row.count === null || row.total === null ? 'nothing_to_pay' : { count: row.count, totalCents: row.total }
}

export type RunState = { sent: boolean; cancelled: boolean; downloadedAt: Date | null }

/** Locks the run, so that it is downloaded, sent and cancelled one after the other. Null: there is none. */
export async function lockRun(tx: Tx, id: string): Promise<RunState | null> {
  const [row] = await tx<{ sent_at: Date | null; cancelled_at: Date | null; downloaded_at: Date | null }[]>`
    select sent_at, cancelled_at, downloaded_at from payment_runs where id = ${id} for update`
  return row
    ? { sent: row.sent_at !== null, cancelled: row.cancelled_at !== null, downloadedAt: row.downloaded_at }
    : null
}

type RunChange = Pick<NewRun, 'id' | 'actorId' | 'at'>

export const markSent = (tx: Tx, { id, actorId, at }: RunChange) =>
  tx`update payment_runs set sent_by = ${actorId}, sent_at = ${at} where id = ${id}`

export const markDownloaded = (tx: Tx, { id, at }: Pick<NewRun, 'id' | 'at'>) =>
  tx`update payment_runs set downloaded_at = ${at} where id = ${id} and downloaded_at is null`

/** A statement of the external bank shows one of its payments: the bank has the file. */
export async function isOnStatement(tx: Tx, runId: string): Promise<boolean> {
  const [found] = await tx`
    select 1 from run_payments p join bank_statement_lines l on l.state = 'booked' and l.amount < 0
      and (l.transaction_id = p.transaction_id or l.return_of = p.line_id)
    where p.run_id = ${runId} limit 1`
  return found !== undefined
}

/** Frees the payments: the database lets go of those of a cancelled run only. */
export async function cancelRun(tx: Tx, { id, actorId, at }: RunChange): Promise<void> {
  await tx`update payment_runs set cancelled_by = ${actorId}, cancelled_at = ${at} where id = ${id}`
  await tx`
    insert into cancelled_payments (run_id, place, transaction_id, line_id, end_to_end_id, amount)
    select run_id, place, transaction_id, line_id, end_to_end_id, amount from run_payments where run_id = ${id}`
  await tx`delete from run_payments where run_id = ${id}`
}
