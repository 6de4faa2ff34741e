import { startOfDay } from '#contract/bank-day.ts'
import { toAmount } from '#contract/money.ts'
import { CATEGORIES, type Category } from '#contract/payments/categories.ts'
import type { Spending } from '#contract/payments/labels.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { type CategoryBasis, categoryOf } from '../categories/category-of.ts'
import { categoryColumns, joinLabels } from '../transactions/label-store.ts'

/** What was spent in a month by category, in cents; null for none. */
export type SpentByCategory = Map<Category | null, bigint>

/**
 * The month's transfers of all own accounts, as `account_months` counts them: completed ones by value date; what was reversed,
 * and money between own accounts, is no spending. Payments of the same words are added up before they are categorized.
 */
export async function sumSpending(
  sql: Reader,
  personId: string,
  month: string,
  zone: string,
): Promise<SpentByCategory> {
  const [from, until] = [startOfDay(`${month}-01`, zone), startOfDay(`${monthAfter(month)}-01`, zone)]
  const rows = await sql<CategoryBasis[]>`
    select ${categoryColumns(sql)}, t.method, t.party_name, t.message, sum(t.amount)::bigint as amount
    from accounts a join transactions t on t.account_id = a.id ${joinLabels(sql, personId)}
    where a.owner_id = ${personId} and t.type = 'Transfer' and t.status = 'Completed' and t.reverses_id is null
      and t.value_at >= ${from} and t.value_at < ${until}
      and not exists (select 1 from transactions o where o.reverses_id = t.id and o.status = 'Completed')
      and not exists (select 1 from accounts o where o.id = t.party_id and o.owner_id = a.owner_id)
    group by chosen, rule, guess, t.method, t.party_name, t.message`
  const spent: SpentByCategory = new Map()
  for (const row of rows) {
    const { category } = categoryOf(row)
    spent.set(category, (spent.get(category) ?? 0n) - row.amount)
  }
  return spent
}

/** Largest first; equal amounts in the order of the categories. */
export async function readSpending(sql: Reader, personId: string, month: string, zone: string): Promise<Spending> {
  const spent = await sumSpending(sql, personId, month, zone)
  const categories = [...CATEGORIES, null]
    .map((category) => ({ category, cents: spent.get(category) ?? 0n }))
    .filter(({ category }) => spent.has(category))
    .toSorted((one, other) => Number(other.cents - one.cents))
  return {
    month,
    total: toAmount(categories.reduce((sum, { cents }) => sum + cents, 0n)),
    categories: categories.map(({ category, cents }) => ({ category, amount: toAmount(cents) })),
  }
}

/** '2026-12' → '2027-01' */
function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const [y, m] = number === 12 ? [year + 1, 1] : [year, number + 1]
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}`
}
