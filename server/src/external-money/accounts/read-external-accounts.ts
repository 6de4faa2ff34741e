import type { ExternalAccount } from '#contract/external-money/external-accounts.ts'
import { toAmount } from '#contract/money.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

type Row = {
  id: string
  name: string
  number: string
  currency: string
  also_named: string[]
  balance: bigint
  created_at: Date
}

const toExternalAccount = (row: Row): ExternalAccount => ({
  _id: row.id,
  name: row.name,
  number: row.number,
  currency: row.currency,
  alsoNamed: row.also_named,
  balance: toAmount(row.balance),
  createdAt: row.created_at.toISOString(),
})

const selectAccounts = (sql: Reader) => sql`
  select a.id, a.name, a.number, a.currency, a.balance, a.created_at,
    array(select n.number from statement_numbers n where n.outside_account_id = a.id order by n.said_at, n.number) as also_named
  from outside_accounts a`

export async function listExternalAccounts(sql: Reader): Promise<ExternalAccount[]> {
  const rows = await sql<Row[]>`${selectAccounts(sql)} order by a.name, a.id`
  return rows.map(toExternalAccount)
}

export async function readExternalAccount(sql: Reader, id: string): Promise<ExternalAccount> {
  const [row] = await sql<Row[]>`${selectAccounts(sql)} where a.id = ${id}`
  if (!row) throw new Refusal('not_found')
  return toExternalAccount(row)
}
