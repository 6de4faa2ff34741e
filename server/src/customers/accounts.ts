import { type Account, MAIN_ACCOUNT_NAME } from '#contract/customers/accounts.ts'
import type { Status } from '#contract/customers/people.ts'
import { toAmount } from '#contract/money.ts'
import type { Reader } from '../platform/db/connection.ts'

export type AccountRow = {
  id: string
  kind: 'main' | 'savings'
  name: string
  number: string
  balance: bigint
  held: bigint
  goal: bigint | null
  opened_at: Date
  closed_at: Date | null
  owner_status: Status
}

/** The main account first, then those that are open, in the order in which they were opened. */
export const readAccountRows = (sql: Reader, ownerId: string) => sql<AccountRow[]>`
  select a.id, a.kind, a.name, a.number, a.balance, a.held, a.goal, a.opened_at, a.closed_at, p.status as owner_status
  from accounts a join people p on p.id = a.owner_id
  where a.owner_id = ${ownerId} and a.number is not null order by a.kind, a.closed_at is not null, a.opened_at, a.id`

export const readAccounts = async (sql: Reader, ownerId: string): Promise<Account[]> =>
  (await readAccountRows(sql, ownerId)).map(toAccountAnswer)

/** Empty when there is no such person. */
export async function readAccountIds(sql: Reader, ownerId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from accounts where owner_id = ${ownerId}`
  return rows.map(({ id }) => id)
}

/** The status is the person's, unless the account itself is closed. */
export const toAccountAnswer = (row: AccountRow): Account => ({
  _id: row.id,
  name: row.name || MAIN_ACCOUNT_NAME,
  kind: row.kind,
  number: row.number,
  balance: toAmount(row.balance - row.held),
  held: toAmount(row.held),
  status: row.closed_at ? 'Closed' : row.owner_status,
  openedAt: row.opened_at.toISOString(),
  ...(row.goal === null ? {} : { goal: toAmount(row.goal) }),
})
