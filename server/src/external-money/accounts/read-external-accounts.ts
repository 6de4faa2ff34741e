import type { ExternalAccount } from '#contract/external-money/external-accounts.ts'
import { toAmount } from '#contract/money.ts'
import type { Reader } from '../../platform/db/connection.ts'

type Row = { id: string; name: string; number: string; currency: string; balance: bigint; created_at: Date }

const toExternalAccount = (row: Row): ExternalAccount => ({
  _id: row.id,
  name: row.name,
  number: row.number,
  currency: row.currency,
  balance: toAmount(row.balance),
  createdAt: row.created_at.toISOString(),
})

export async function listExternalAccounts(sql: Reader): Promise<ExternalAccount[]> {
  const rows = await sql<Row[]>`
    select id, name, number, currency, balance, created_at from outside_accounts order by name, id`
  return rows.map(toExternalAccount)
}
