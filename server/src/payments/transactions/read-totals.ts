import { toAmount } from '#contract/money.ts'
import { TOTALS_UP_TO, type TransactionTotals } from '#contract/payments/transaction-export.ts'
import type { Sql } from '../../platform/db/connection.ts'
import type { StaffFilter } from './conditions.ts'
import { fewOwners, totalsOf, withPlanFor } from './store.ts'

/** A total of fewer customers tells something about each of them. */
const FEW = 10

/** One more than it counts, to know whether there are more. */
export async function readTotals(sql: Sql, filter: StaffFilter): Promise<TransactionTotals> {
  const { count, deposits, transfers } = await withPlanFor(sql, filter, (reader) =>
    totalsOf(reader, filter, TOTALS_UP_TO + 1),
  )
  const hasMore = count > TOTALS_UP_TO
  return {
    count: hasMore ? TOTALS_UP_TO : Number(count),
    hasMore,
    deposits: hasMore ? null : toAmount(deposits),
    transfers: hasMore ? null : toAmount(transfers),
  }
}

/** The customers whom a total is a look at: a search can narrow it to one. */
export const readTotalled = (sql: Sql, filter: StaffFilter): Promise<string[]> =>
  withPlanFor(sql, filter, (reader) => fewOwners(reader, filter, TOTALS_UP_TO + 1, FEW))
