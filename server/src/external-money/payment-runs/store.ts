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
}

const runColumns = (sql: Reader) => sql`
  r.id, r.number, r.count, r.total, r.currency, r.execute_on, r.initiator, r.debtor_name, r.debtor_number, r.created_at,
  r.created_by, (select p.full_name from people p where p.id = r.created_by) as created_by_name, r.sent_at, r.sent_by,
  (select p.full_name from people p where p.id = r.sent_by) as sent_by_name`

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
}

const ROWS_PER_READ = 500

/** Reads as many rows as the client takes, and holds no connection meanwhile. Payments of a run never change. */
export async function* readPayments(sql: Reader, runId: string): AsyncGenerator<PaymentRow[]> {
  for (let after = 0; ; ) {
    const rows = await sql<PaymentRow[]>`
      select p.place, p.transaction_id, p.end_to_end_id, p.amount, p.payer_name, p.party_name, p.party_account, p.party_bank,
        p.party_iban, p.party_swift, p.remittance,
        (select a.owner_id from transactions t join accounts a on a.id = t.account_id where t.id = p.transaction_id) as owner_id,
        (select r.id from transactions r where r.reverses_id = p.transaction_id and r.status = 'Completed' limit 1) as returned_by
      from run_payments p where p.run_id = ${runId} and p.place > ${after}
      order by p.place limit ${ROWS_PER_READ}`
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_PER_READ) return
    after = rows.at(-1)?.place ?? after
  }
}
