import { startOfDay } from '#contract/bank-day.ts'
import { toAmount } from '#contract/money.ts'
import type { Category } from '#contract/payments/categories.ts'
import type { Spending } from '#contract/payments/labels.ts'
import type { Sql } from '../../platform/db/connection.ts'

/**
 * The month's transfers of all own accounts, as `account_months` counts them: completed ones by value date; what was reversed,
 * and money between own accounts, is no spending. A category that was not chosen is guessed from the counterparty.
 */
export async function readSpending(sql: Sql, personId: string, month: string, zone: string): Promise<Spending> {
  const [from, until] = [startOfDay(`${month}-01`, zone), startOfDay(`${monthAfter(month)}-01`, zone)]
  const rows = await sql<{ category: Category | null; amount: bigint }[]>`
    select case when l.category is null then p.category else nullif(l.category, '') end as category,
           -sum(t.amount)::bigint as amount
    from accounts a join transactions t on t.account_id = a.id
    left join transaction_labels l on l.transaction_id = t.id
    left join payee_categories p
      on p.person_id = ${personId} and p.account_number = t.party_account and p.bank_name = t.party_bank
    where a.owner_id = ${personId} and t.type = 'Transfer' and t.status = 'Completed' and t.reverses_id is null
      and t.value_at >= ${from} and t.value_at < ${until}
      and not exists (select 1 from transactions r where r.reverses_id = t.id and r.status = 'Completed')
      and not exists (select 1 from accounts o where o.id = t.party_id and o.owner_id = a.owner_id)
    group by 1 order by 2 desc, 1`
  return {
    month,
    total: toAmount(rows.reduce((sum, { amount }) => sum + amount, 0n)),
    categories: rows.map(({ category, amount }) => ({ category, amount: toAmount(amount) })),
  }
}

/** '2026-12' → '2027-01' */
function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const [y, m] = number === 12 ? [year + 1, 1] : [year, number + 1]
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}`
}
