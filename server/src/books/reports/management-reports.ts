import type { NewCustomers, ReportedAccount } from '#contract/books/management-reports.ts'
import { csv } from '#contract/csv.ts'
import { toAmount, toPlainText } from '#contract/money.ts'
import { msg } from '#contract/text-id.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import type { Texts } from '../../platform/texts/texts.ts'

/** Whole tables are read, which takes longer than a request may. */
const TIMEOUT = '60s'

const inSnapshot = <T>(sql: Sql, read: (tx: Reader) => PromiseLike<T>): Promise<T> =>
  sql.begin({ mode: 'isolation level repeatable read read only' }, async (tx) => {
    await tx`select set_config('statement_timeout', ${TIMEOUT}, true)`
    return read(tx)
  }) as Promise<T>

type Context = { at: Date; zone: string }

/** Customers only: members of staff are none. Those before the first month are in its total. */
export const readNewCustomers = (sql: Sql, months: number, { at, zone }: Context): Promise<NewCustomers[]> =>
  inSnapshot(
    sql,
    (tx) => tx<NewCustomers[]>`
      with months as (
        select generate_series(date_trunc('month', ${at}::timestamptz at time zone ${zone}) - make_interval(months => ${months - 1}::int),
          date_trunc('month', ${at}::timestamptz at time zone ${zone}), interval '1 month') as month),
      customers as (
        select date_trunc('month', p.created_at at time zone ${zone}) as opened, date_trunc('month', a.closed_at at time zone ${zone}) as closed
        from people p join accounts a on a.id = p.id where p.role = 'User')
      select to_char(m.month, 'YYYY-MM') as month,
        (select count(*)::int from customers where opened = m.month) as opened,
        (select count(*)::int from customers where closed = m.month) as closed,
        (select count(*)::int from customers c where c.opened <= m.month and (c.closed is null or c.closed > m.month)) as total
      from months m order by m.month desc`,
  )

type AccountRow = {
  number: string
  kind: ReportedAccount['kind']
  owner_id: string
  full_name: string
  status: ReportedAccount['user']['status']
  balance: bigint
  last_booked_at: Date | null
  opened_at: Date
}

const toAccount = (row: AccountRow): ReportedAccount => ({
  accountNumber: row.number,
  kind: row.kind,
  user: { _id: row.owner_id, fullName: row.full_name, status: row.status },
  balance: toAmount(row.balance),
  lastBookedAt: row.last_booked_at?.toISOString() ?? null,
  openedAt: row.opened_at.toISOString(),
})

/** Open accounts of customers, each with its last posting, which has the account's highest number. */
const accounts = (sql: Reader) => sql`
  select a.id, a.number, a.kind, a.owner_id, p.full_name, p.status, a.balance, a.opened_at, b.booked_at as last_booked_at
  from accounts a join people p on p.id = a.owner_id
  left join postings b on b.account_id = a.id and b.number = a.posting_number
  where a.closed_at is null and p.role = 'User'`

/** Accounts without a booking for so many months, those that have been still for longest first. */
export async function readDormantAccounts(
  sql: Sql,
  { months, limit }: { months: number; limit: number },
  at: Date,
): Promise<ReportedAccount[]> {
  const rows = await inSnapshot(
    sql,
    (tx) => tx<AccountRow[]>`
      select * from (${accounts(tx)}) x
      where coalesce(last_booked_at, opened_at) < ${at}::timestamptz - make_interval(months => ${months}::int)
      order by coalesce(last_booked_at, opened_at), id limit ${limit}`,
  )
  return rows.map(toAccount)
}

export async function readLargestAccounts(sql: Sql, limit: number): Promise<ReportedAccount[]> {
  const rows = await inSnapshot(
    sql,
    (tx) => tx<AccountRow[]>`select * from (${accounts(tx)}) x order by balance desc, id limit ${limit}`,
  )
  return rows.map(toAccount)
}

export const newCustomersCsv = (rows: readonly NewCustomers[], { t }: Texts): string =>
  csv(
    [t('Month'), t('New'), t('Closed'), t('Total')],
    rows.map(({ month, opened, closed, total }) => [month, String(opened), String(closed), String(total)]),
  )

const COLUMNS = [
  msg('Account number'),
  msg('Kind'),
  msg('Customer'),
  msg('Status'),
  msg('Balance'),
  msg('Last booking'),
  msg('Opened'),
]

export const accountsCsv = (rows: readonly ReportedAccount[], { t, stored }: Texts): string =>
  csv(
    COLUMNS.map((name) => t(name)),
    rows.map(({ accountNumber, kind, user, balance, lastBookedAt, openedAt }) => [
      accountNumber,
      kind === 'main' ? t('Main account') : t('Savings account'),
      user.fullName,
      stored(user.status),
      toPlainText(balance),
      lastBookedAt ?? '',
      openedAt,
    ]),
  )
