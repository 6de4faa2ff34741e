import { MAIN_ACCOUNT_NAME } from '#contract/accounts.ts'
import type { Reader } from '../db/connection.ts'
import { mainAccountId } from '../ledger/account.ts'
import { Refusal } from '../runtime/refusal.ts'
import { type LineRange, readLines, type StatementLine } from './statement-lines.ts'
import { isFinal, type MonthContext, monthAfter, monthsSince, startOfMonth } from './statement-months.ts'

export const CURRENCY = 'USD'

/** Amounts are cents; credits and debits are both positive: opening + credits - debits = closing. */
export type StatementTotals = {
  /** 'YYYY-MM', in the bank's time zone. */
  month: string
  /** The month is over: its content never changes again. */
  final: boolean
  openingCents: bigint
  creditsCents: bigint
  debitsCents: bigint
  closingCents: bigint
  count: number
}

export type StatementAccount = {
  id: string
  ownerId: string
  number: string
  name: string
  kind: 'main' | 'savings'
  openedAt: Date
}

export type StatementHolder = { name: string; address: string }

export type Statement = StatementTotals & {
  account: StatementAccount
  holder: StatementHolder
  /** The bank's time zone. */
  zone: string
  /** In the order of posting, read in pages while they are consumed. Can be iterated more than once. */
  lines: () => AsyncIterable<StatementLine>
}

type AccountRow = {
  id: string
  owner_id: string
  number: string
  name: string
  kind: 'main' | 'savings'
  opened_at: Date
  holder_name: string
  holder_address: string
}

export type StatementOf = { personId: string; accountId?: string | undefined }
type AccountAndHolder = { account: StatementAccount; holder: StatementHolder }

/** The main account, unless another one of the person is named. An account of another person does not exist here. */
export async function readStatementAccount(
  sql: Reader,
  { personId, accountId }: StatementOf,
): Promise<AccountAndHolder> {
  const [row] = await sql<AccountRow[]>`
    select a.id, a.owner_id, a.number, a.name, a.kind, a.opened_at, p.full_name as holder_name,
      p.address as holder_address
    from accounts a join people p on p.id = a.owner_id
    where a.id = ${accountId ?? mainAccountId(personId)} and a.owner_id = ${personId}`
  if (!row) throw new Refusal('not_found')
  const { id, number, kind } = row
  return {
    account: {
      ...{ id, ownerId: row.owner_id, number, kind },
      name: row.name || MAIN_ACCOUNT_NAME,
      openedAt: row.opened_at,
    },
    holder: { name: row.holder_name, address: row.holder_address },
  }
}

/** Every month from the opening of the account to now, newest first. */
export async function listStatements(sql: Reader, of: StatementOf, context: MonthContext): Promise<StatementTotals[]> {
  const { account } = await readStatementAccount(sql, of)
  const months = monthsSince(account.openedAt, context)
  const periods = await sumPeriods(sql, account.id, months.slice(1), context.zone)
  return months.map((month, index) => toTotals(month, periods, index, context)).toReversed()
}

/** Refused as not found: a month before the account, and one in the future. */
export async function readStatement(
  sql: Reader,
  { month, ...of }: StatementOf & { month: string },
  context: MonthContext,
): Promise<Statement> {
  const { account, holder } = await readStatementAccount(sql, of)
  const months = monthsSince(account.openedAt, context)
  if (!months.includes(month)) throw new Refusal('not_found')
  // The first month has all before it too, the current one all after it: the same months as in the list.
  const starts = [month, monthAfter(month)].filter((start) => months.indexOf(start) > 0)
  const periods = await sumPeriods(sql, account.id, starts, context.zone)
  const index = starts.indexOf(month) + 1
  const range: LineRange = { accountId: account.id, month, zone: context.zone, ...rangeOf(periods, index) }
  return {
    ...toTotals(month, periods, index, context),
    ...{ account, holder, zone: context.zone },
    lines: () => readLines(sql, range),
  }
}

/** What was posted in one of the periods that the given months begin. Period 0 is what was posted before them all. */
type Period = {
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
 * closing balance is a balance that the account had.
 */
const sumPeriods = (sql: Reader, accountId: string, months: readonly string[], zone: string) => sql<Period[]>`
  with booked as (
    select number, amount, max(booked_at) over (order by number) as at from postings where account_id = ${accountId}),
  placed as (
    select number, amount,
      width_bucket(at, ${months.map((month) => startOfMonth(month, zone).toISOString())}::timestamptz[]) as period
    from booked)
  select period, min(number) as first_number, max(number) as last_number, count(*) as count,
    coalesce(sum(amount) filter (where amount > 0), 0)::bigint as credits,
    coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as debits
  from placed group by period order by period`

function toTotals(month: string, periods: readonly Period[], index: number, context: MonthContext): StatementTotals {
  const openingCents = periods
    .filter(({ period }) => period < index)
    .reduce((cents, { credits, debits }) => cents + credits - debits, 0n)
  const own = periods.find(({ period }) => period === index)
  const [creditsCents, debitsCents] = [own?.credits ?? 0n, own?.debits ?? 0n]
  return {
    month,
    final: isFinal(month, context),
    ...{ openingCents, creditsCents, debitsCents },
    closingCents: openingCents + creditsCents - debitsCents,
    count: Number(own?.count ?? 0n),
  }
}

const rangeOf = (periods: readonly Period[], index: number) => {
  const own = periods.find(({ period }) => period === index)
  return { firstNumber: own?.first_number ?? 1n, lastNumber: own?.last_number ?? 0n }
}
