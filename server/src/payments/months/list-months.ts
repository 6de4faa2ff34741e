import { toAmount } from '#contract/money.ts'
import { MONTHS_SHOWN, type MonthlySums } from '#contract/payments/months.ts'
import { mainAccountId } from '../../ledger/account.ts'
import { monthBefore, monthOf } from '../../ledger/month.ts'
import type { Sql } from '../../platform/db/connection.ts'

type MonthRow = { month: string; deposits: bigint; transfers: bigint }

/** Reads at most one row per month shown, however long the history is. */
export async function listMonths(sql: Sql, personId: string, at: Date, zone: string): Promise<MonthlySums[]> {
  const months = lastMonths(monthOf(at, zone))
  const sums = await sql<MonthRow[]>`
    select month, deposits, transfers from account_months
    where account_id = ${mainAccountId(personId)} and month between ${months[0] ?? ''} and ${months.at(-1) ?? ''}`
  const byMonth = new Map(sums.map((sum) => [sum.month, sum]))
  return months.map((month) => ({
    month: month.slice(0, 7),
    deposits: toAmount(byMonth.get(month)?.deposits ?? 0n),
    transfers: toAmount(byMonth.get(month)?.transfers ?? 0n),
  }))
}

/** Oldest first. */
function lastMonths(current: string): string[] {
  const months = [current]
  while (months.length < MONTHS_SHOWN) months.unshift(monthBefore(months[0] ?? current))
  return months
}
