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
}

/** Which of these transfers were paid out: by a payment run, or by hand, as a statement of the external bank shows. */
export const readPaid = (tx: Reader, ids: readonly string[]) => tx<{ id: string }[]>`
  select transaction_id as id from run_payments where transaction_id = any(${ids as string[]}::uuid[])
  union all
  select transaction_id from bank_statement_lines
  where transaction_id = any(${ids as string[]}::uuid[]) and state = 'booked' and amount < 0`

/** Which of these transfers are in a run whose file may still be sent, and on no statement. Under the lock of their accounts. */
export const readInOpenRuns = (tx: Reader, ids: readonly string[]) => tx<{ id: string }[]>`
  select p.transaction_id as id from run_payments p join payment_runs r on r.id = p.run_id
  where p.transaction_id = any(${ids as string[]}::uuid[]) and r.sent_at is null
    and not exists (select 1 from bank_statement_lines l
                    where l.transaction_id = p.transaction_id and l.state = 'booked' and l.amount < 0)`

/** Locks the row, so that runs are made one after the other. Only `useRunNumber` changes it: numbers have no gaps. */
export async function lockNextRunNumber(tx: Tx): Promise<bigint> {
  const [row] = await tx<{ next: bigint }[]>`select last_number + 1 as next from payment_run_counter for update`
  if (!row) throw new Error('The counter of payment runs is missing')
  return row.next
}

export async function useRunNumber(tx: Tx, number: bigint): Promise<void> {
  await tx`update payment_run_counter set last_number = ${number}`
}

/**
 * Completed, in no run, not paid by hand, and neither reversed nor returned; a proposed reversal may still be declined. Money of a
 * Frozen person stays until they are Active again; a Closed person can't get it back, so their last payments go out.
 */
const isDue = (sql: Reader) => sql`
  t.method = 'wire' and t.type = 'Transfer' and t.status = 'Completed' and t.reverses_id is null
  and t.booked_at > (select since from payment_run_counter)
  and exists (select 1 from accounts o join people h on h.id = o.owner_id where o.id = t.account_id and h.status in ('Active', 'Closed'))
  and not exists (select 1 from run_payments p where p.transaction_id = t.id)
  and not exists (select 1 from bank_statement_lines l where l.transaction_id = t.id and l.state = 'booked')
  and not exists (select 1 from transactions r where r.reverses_id = t.id and r.status <> 'Declined')`

export const dueAccounts = (sql: Reader) =>
  sql<{ id: string; owner_id: string }[]>`
    select distinct a.id, a.owner_id from transactions t join accounts a on a.id = t.account_id where ${isDue(sql)}`

export type DueReturn = { id: string; amount: bigint; name: string; number: string; message: string }

/**
 * Credits that go back to their senders, and that were not paid back by hand. The lock keeps others from undoing that meanwhile.
 * One whose sender's account is not known can't be paid by a file.
 */
export const dueReturns = (sql: Reader) => sql<DueReturn[]>`
  select l.id, l.amount, coalesce(l.counterparty_name, '') as name, l.counterparty_number as number,
    concat_ws(' ', 'Return', coalesce(l.end_to_end_id, l.bank_reference)) as message
  from bank_statement_lines l
  where l.returned_reason is not null and l.state = 'booked' and l.counterparty_number <> ''
    and not exists (select 1 from run_payments p where p.line_id = l.id)
    and not exists (select 1 from bank_statement_lines c where c.return_of = l.id and c.state = 'booked')
  order by l.decided_at, l.id for share of l`

/**
 * Writes the run and its payments in one statement, on a snapshot that is taken after the accounts are locked. Null: there is
 * nothing to pay.
 */
export async function insertRun(
  tx: Tx,
  number: bigint,
  { id, at, actorId, currency, executeOn, initiator, debtor }: NewRun,
  { accountIds, returns }: { accountIds: readonly string[]; returns: readonly DueReturn[] },
): Promise<{ count: number; totalCents: bigint } | null> {
  const [row] = await tx<{ count: number; total: bigint }[]>`
    with wires as (
      select t.id as transaction_id, null::uuid as line_id, t.reference, -t.amount as amount, p.full_name as payer_name, t.party_name,
        t.party_account, t.party_bank, t.party_iban, t.party_swift, coalesce(t.message, t.reference) as remittance,
        row_number() over (order by t.booked_at, t.id) as place
      from transactions t join accounts a on a.id = t.account_id join people p on p.id = a.owner_id
      where t.account_id = any(${accountIds as string[]}::uuid[]) and ${isDue(tx)}),
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
    run as (
      insert into payment_runs (id, number, count, total, currency, execute_on, initiator, debtor_name, debtor_number,
        outside_account_id, created_by, created_at)
      select ${id}::uuid, ${number}::bigint, count(*), sum(amount), ${currency}::text, ${executeOn}::date, ${initiator}::text,
        ${debtor.name}::text, ${debtor.number}::text, ${debtor.externalAccountId}::uuid, ${actorId}::uuid, ${at}::timestamptz
      from due having count(*) > 0
      returning count, total),
    payments as (
      insert into run_payments (run_id, place, transaction_id, line_id, end_to_end_id, amount, payer_name, party_name,
        party_account, party_bank, party_iban, party_swift, remittance)
      select ${id}::uuid, place, transaction_id, line_id, reference, amount, payer_name, party_name, party_account, party_bank,
        party_iban, party_swift, remittance from due)
    select count, total from run`
  return row ? { count: row.count, totalCents: row.total } : null
}

/** False: it was marked before. */
export async function markSent(tx: Tx, { id, actorId, at }: Pick<NewRun, 'id' | 'actorId' | 'at'>): Promise<boolean> {
  const result = await tx`
    update payment_runs set sent_by = ${actorId}, sent_at = ${at} where id = ${id} and sent_at is null`
  return result.count === 1
}
