import { MAIN_ACCOUNT_NAME } from '#contract/customers/accounts.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { type LineRange, readLines, type StatementLine } from '../statement-lines.ts'
import { type ClosedContext, isFinal, type MonthContext, monthAfter, monthsSince } from './statement-months.ts'
import { type Period, sumPeriods } from './statement-sums.ts'

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

/** With the language that they chose, if any. */
export type StatementHolder = { name: string; address: string; locale: string | null }

export type Statement = StatementTotals & {
  account: StatementAccount
  holder: StatementHolder
  /** The bank's time zone. */
  zone: string
  /** Where the month ends is stored, so no clock can change its content. */
  closed: boolean
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
  holder_locale: string | null
  closed_month: string | null
}

export type StatementSubject = { personId: string; accountId?: string | undefined }
type AccountAndHolder = {
  account: StatementAccount
  holder: StatementHolder
  /** The last month whose final statement was issued. */
  closedMonth: string | null
}

/** The main account, unless another one of the person is named. An account of another person does not exist here. */
export async function readStatementAccount(
  sql: Reader,
  { personId, accountId }: StatementSubject,
): Promise<AccountAndHolder> {
  const [row] = await sql<AccountRow[]>`
    select a.id, a.owner_id, a.number, a.name, a.kind, a.opened_at, p.full_name as holder_name,
      p.address as holder_address, p.locale as holder_locale,
      (select max(c.month) from statement_closings c where c.account_id = a.id) as closed_month
    from accounts a join people p on p.id = a.owner_id
    where a.id = ${accountId ?? mainAccountId(personId)} and a.owner_id = ${personId}`
  if (!row) throw new Refusal('not_found')
  const { id, number, kind } = row
  return {
    account: {
      id,
      ownerId: row.owner_id,
      number,
      kind,
      name: row.name || MAIN_ACCOUNT_NAME,
      openedAt: row.opened_at,
    },
    holder: { name: row.holder_name, address: row.holder_address, locale: row.holder_locale },
    closedMonth: row.closed_month,
  }
}

/** Every month from the opening of the account to now, newest first. */
export async function listStatements(
  sql: Reader,
  of: StatementSubject,
  context: MonthContext,
): Promise<StatementTotals[]> {
  const { account, closedMonth } = await readStatementAccount(sql, of)
  const months = monthsSince(account.openedAt, { ...context, closedMonth })
  const periods = await sumPeriods(sql, account.id, months.slice(1), context.zone)
  return months.map((month, index) => toTotals(month, periods, index, { ...context, closedMonth })).toReversed()
}

/** Refused as not found: a month before the account, and one in the future. */
export async function readStatement(
  sql: Reader,
  { month, ...of }: StatementSubject & { month: string },
  context: MonthContext,
): Promise<Statement> {
  const { account, holder, closedMonth } = await readStatementAccount(sql, of)
  const months = monthsSince(account.openedAt, { ...context, closedMonth })
  if (!months.includes(month)) throw new Refusal('not_found')
  // The first month has all before it too, the current one all after it: the same months as in the list.
  const starts = [month, monthAfter(month)].filter((start) => months.indexOf(start) > 0)
  const periods = await sumPeriods(sql, account.id, starts, context.zone)
  const index = starts.indexOf(month) + 1
  const range: LineRange = { accountId: account.id, month, zone: context.zone, ...rangeOf(periods, index) }
  return {
    ...toTotals(month, periods, index, { ...context, closedMonth }),
    account,
    holder,
    zone: context.zone,
    closed: month <= (closedMonth ?? ''),
    lines: () => readLines(sql, range),
  }
}

/**
 * Stores where the month ends, unless it is stored, and reads the statement again from there. The lock keeps two months of
 * one account from being closed at once: the earlier one could end after the later one.
 */
export async function closeStatement(sql: Sql, statement: Statement, at: Date): Promise<Statement> {
  const { account, month, zone } = statement
  await inTransaction(sql, async (tx) => {
    await tx`select 1 from accounts where id = ${account.id} for no key update`
    const [before] = await sumPeriods(tx, account.id, [monthAfter(month)], zone)
    const lastNumber = before?.period === 0 ? before.last_number : 0n
    await tx`
      insert into statement_closings (account_id, month, last_number) values (${account.id}, ${month}, ${lastNumber})
      on conflict do nothing`
  })
  return readStatement(sql, { personId: account.ownerId, accountId: account.id, month }, { at, zone })
}

function toTotals(month: string, periods: readonly Period[], index: number, context: ClosedContext): StatementTotals {
  const openingCents = periods
    .filter(({ period }) => period < index)
    .reduce((cents, { credits, debits }) => cents + credits - debits, 0n)
  const own = periods.find(({ period }) => period === index)
  const [creditsCents, debitsCents] = [own?.credits ?? 0n, own?.debits ?? 0n]
  return {
    month,
    final: isFinal(month, context),
    openingCents,
    creditsCents,
    debitsCents,
    closingCents: openingCents + creditsCents - debitsCents,
    count: Number(own?.count ?? 0n),
  }
}

const rangeOf = (periods: readonly Period[], index: number) => {
  const own = periods.find(({ period }) => period === index)
  return { firstNumber: own?.first_number ?? 1n, lastNumber: own?.last_number ?? 0n }
}
