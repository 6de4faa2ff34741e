import { column } from '../../platform/db/arrays.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type MonthContext, monthAfter, monthsSince, startOfMonth } from './statement-months.ts'

/** What was posted in one of the periods that the given months begin. Period 0 is what was posted before them all. */
export type Period = {
  period: number
  first_number: bigint
  last_number: bigint
  count: bigint
  credits: bigint
  debits: bigint
}

/**
 * One statement, so one snapshot. Postings are numbered in the order of the chain, but clocks differ: one may have an earlier
 * time than the posting before it. It then counts as booked when that one was, so that a month is a range of numbers and its
 * closing balance is a balance that the account had. After a stored closing it counts as booked in the next month at the earliest.
 * So the month of a posting never changes, and only postings after the stored sums are added up.
 */
export const sumPeriods = (sql: Reader, accountId: string, months: readonly string[], zone: string) => sql<Period[]>`
  with stored as (
    select width_bucket(month, ${months}::text[]) as period, first_number, last_number, credits, debits
    from statement_sums where account_id = ${accountId}),
  summed as (select coalesce(max(last_number), 0) as number, coalesce(max(period), 0) as period from stored),
  closed as (
    select last_number + 1 as number, max(width_bucket(
        to_char(to_date(month, 'YYYY-MM') + interval '1 month', 'YYYY-MM'), ${months}::text[])) as period
    from statement_closings where account_id = ${accountId} group by last_number),
  booked as (
    select p.number, p.amount, max(p.booked_at) over chain as at, max(c.period) over chain as not_before
    from postings p left join closed c on c.number = p.number
    where p.account_id = ${accountId} and p.number > (select number from summed)
    window chain as (order by p.number)),
  placed as (
    select number, amount, greatest(not_before, (select period from summed),
      width_bucket(at, ${months.map((month) => startOfMonth(month, zone).toISOString())}::timestamptz[])) as period
    from booked),
  parts as (
    select period, first_number, last_number, credits, debits from stored
    union all
    select period, min(number), max(number), coalesce(sum(amount) filter (where amount > 0), 0)::bigint,
      coalesce(-sum(amount) filter (where amount < 0), 0)::bigint
    from placed group by period)
  select period, min(first_number) as first_number, max(last_number) as last_number,
    max(last_number) - min(first_number) + 1 as count, sum(credits)::bigint as credits, sum(debits)::bigint as debits
  from parts group by period order by period`

/** Fewer new postings are added up whenever a statement is read. */
export const MIN_NEW_POSTINGS = 500
/** The busiest first; the others are summed in the next run. */
const ACCOUNTS_PER_RUN = 10_000

type BusyAccount = { id: string; opened_at: Date }

/** Adds new postings to the stored sums of accounts that have many. Returns of how many accounts. */
export async function sumStatements(
  sql: Sql,
  context: MonthContext,
  minNewPostings: number = MIN_NEW_POSTINGS,
): Promise<number> {
  const accounts = await sql<BusyAccount[]>`
    select a.id, a.opened_at from accounts a
    left join (select account_id, max(last_number) as number from statement_sums group by account_id) s on s.account_id = a.id
    where a.posting_number - coalesce(s.number, 0) >= ${minNewPostings}
    order by a.posting_number - coalesce(s.number, 0) desc limit ${ACCOUNTS_PER_RUN}`
  for (const account of accounts) await sumAccount(sql, account, context)
  return accounts.length
}

/**
 * Without a lock: the sums of a month up to a posting are the same on every server, so that of two servers the one that read more
 * postings is right. A server whose clock is behind leaves the months that have not begun there to the next run.
 */
async function sumAccount(sql: Sql, { id, opened_at }: BusyAccount, context: MonthContext): Promise<void> {
  const months = monthsSince(opened_at, { ...context, closedMonth: null })
  const starts = [...months.slice(1), monthAfter(months.at(-1) ?? '')]
  await inTransaction(sql, async (tx) => {
    // The first time it reads all postings, which takes longer than a request may.
    await tx`set local statement_timeout = 0`
    const begun = (await sumPeriods(tx, id, starts, context.zone)).filter(({ period }) => period < months.length)
    await tx`
      insert into statement_sums (account_id, month, first_number, last_number, credits, debits)
      select ${id}::uuid, sums.* from unnest(${column(begun, ({ period }) => months[period] ?? null)}::text[],
        ${column(begun, (sums) => sums.first_number)}::bigint[], ${column(begun, (sums) => sums.last_number)}::bigint[],
        ${column(begun, (sums) => sums.credits)}::bigint[], ${column(begun, (sums) => sums.debits)}::bigint[]) as sums
      on conflict (account_id, month) do update
      set last_number = excluded.last_number, credits = excluded.credits, debits = excluded.debits
      where statement_sums.last_number < excluded.last_number`
  })
}
