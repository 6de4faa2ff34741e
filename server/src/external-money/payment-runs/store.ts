import { PAYMENT_STATUSES, type PaymentStatus } from '#contract/external-money/payment-statuses.ts'
import type { Reader } from '../../platform/db/connection.ts'

export type RunRow = {
  id: string
  number: bigint
  count: number
  total: bigint
  currency: string
  execute_on: string
  initiator: string
  debtor_name: string
  debtor_number: string
  created_at: Date
  created_by: string
  created_by_name: string
  sent_at: Date | null
  sent_by: string | null
  sent_by_name: string | null
  account_id: string | null
  account_name: string
  downloaded_at: Date | null
  cancelled_at: Date | null
  cancelled_by: string | null
  cancelled_by_name: string | null
}

const runColumns = (sql: Reader) => sql`
  r.id, r.number, r.count, r.total, r.currency, r.execute_on, r.initiator, r.debtor_name, r.debtor_number, r.created_at,
  r.created_by, (select p.full_name from people p where p.id = r.created_by) as created_by_name, r.sent_at, r.sent_by,
  (select p.full_name from people p where p.id = r.sent_by) as sent_by_name, r.outside_account_id as account_id,
  coalesce((select a.name from outside_accounts a where a.id = r.outside_account_id), r.debtor_name) as account_name,
  r.downloaded_at, r.cancelled_at, r.cancelled_by, (select p.full_name from people p where p.id = r.cancelled_by) as cancelled_by_name`

export async function selectRun(sql: Reader, id: string): Promise<RunRow | null> {
  const [row] = await sql<RunRow[]>`select ${runColumns(sql)} from payment_runs r where r.id = ${id}`
  return row ?? null
}

/** Newest first: ids are made in the order of their time, and numbers under lock. */
export const selectRuns = (sql: Reader, { cursor, rows }: { cursor?: string | undefined; rows: number }) =>
  sql<RunRow[]>`
    select ${runColumns(sql)} from payment_runs r
    where ${cursor === undefined ? sql`true` : sql`r.number < (select number from payment_runs where id = ${cursor})`}
    order by r.number desc limit ${rows}`

export type PaymentRow = {
  place: number
  transaction_id: string | null
  owner_id: string | null
  end_to_end_id: string
  amount: bigint
  payer_name: string
  party_name: string
  party_account: string
  party_bank: string
  party_iban: string
  party_swift: string
  remittance: string
  returned_by: string | null
  status: PaymentStatus | null
  status_reason: string | null
  status_at: Date | null
}

const ROWS_PER_READ = 500

type PageOf = (sql: Reader, runId: string, after: number) => PromiseLike<PaymentRow[]>

const readLiving: PageOf = (sql, runId, after) => sql<PaymentRow[]>`
  select p.place, p.transaction_id, p.end_to_end_id, p.amount, p.payer_name, p.party_name, p.party_account, p.party_bank,
    p.party_iban, p.party_swift, p.remittance,
    (select a.owner_id from transactions t join accounts a on a.id = t.account_id where t.id = p.transaction_id) as owner_id,
    (select r.id from transactions r where r.reverses_id = p.transaction_id and r.status = 'Completed' limit 1) as returned_by,
    s.status, s.reason as status_reason, s.reported_at as status_at
  from run_payments p
  left join lateral (
    select s.status, s.reason, s.reported_at from payment_statuses s where s.run_id = p.run_id and s.place = p.place
    order by array_position(${[...PAYMENT_STATUSES]}::text[], s.status) desc limit 1) as s on true
  where p.run_id = ${runId} and p.place > ${after}
  order by p.place limit ${ROWS_PER_READ}`

/** Names of what a cancelled run would have paid are those of the transactions. */
const readCancelled: PageOf = (sql, runId, after) => sql<PaymentRow[]>`
  select p.place, p.transaction_id, p.end_to_end_id, p.amount, '' as payer_name,
    coalesce(t.party_name, l.counterparty_name, '') as party_name, coalesce(t.party_account, l.counterparty_number, '') as party_account,
    coalesce(t.party_bank, '') as party_bank, coalesce(t.party_iban, '') as party_iban, coalesce(t.party_swift, '') as party_swift,
    '' as remittance, a.owner_id, null as returned_by, null as status, null as status_reason, null as status_at
  from cancelled_payments p left join transactions t on t.id = p.transaction_id left join accounts a on a.id = t.account_id
  left join bank_statement_lines l on l.id = p.line_id
  where p.run_id = ${runId} and p.place > ${after}
  order by p.place limit ${ROWS_PER_READ}`

/** Reads as many rows as the client takes, and holds no connection meanwhile. Payments of a run never change. */
export async function* readPayments(
  sql: Reader,
  { id, cancelled_at }: Pick<RunRow, 'id' | 'cancelled_at'>,
): AsyncGenerator<PaymentRow[]> {
  const readPage = cancelled_at ? readCancelled : readLiving
  for (let after = 0; ; ) {
    const rows = await readPage(sql, id, after)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_PER_READ) return
    after = rows.at(-1)?.place ?? after
  }
}
