import type { Budget } from '#contract/payments/budgets.ts'
import { CATEGORIES, type Category } from '#contract/payments/categories.ts'
import { column } from '../../platform/db/arrays.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

/** Sorted in the order of the categories. */
export async function selectBudgets(sql: Reader, personId: string): Promise<Budget[]> {
  const rows = await sql<Budget[]>`
    select category, amount as "amountCents" from budgets where person_id = ${personId} and amount is not null`
  return rows.toSorted((one, other) => CATEGORIES.indexOf(one.category) - CATEGORIES.indexOf(other.category))
}

/** The caller holds the lock of the person. */
export async function replaceBudgets(tx: Tx, personId: string, budgets: readonly Budget[]): Promise<void> {
  const categories = budgets.map(({ category }) => category)
  await tx`
    update budgets set amount = null
    where person_id = ${personId} and amount is not null and category <> all(${categories}::text[])`
  await tx`
    insert into budgets (person_id, category, amount)
    select ${personId}, b.* from unnest(
      ${column(budgets, ({ category }) => category)}::text[], ${column(budgets, ({ amountCents }) => amountCents)}::bigint[]) as b
    on conflict (person_id, category) do update set amount = excluded.amount`
  if (budgets.length === 0) await tx`delete from budget_checks where person_id = ${personId}`
  else
    await tx`
      insert into budget_checks (person_id) values (${personId})
      on conflict (person_id) do update set event_number = null`
}

/** The categories of the person's payments have changed. */
export async function requestBudgetCheck(tx: Tx, personId: string): Promise<void> {
  await tx`update budget_checks set event_number = null where person_id = ${personId}`
}

type Candidate = { personId: string; isDue: boolean }

/** The next people with budgets by id, and whether anything has happened to them since. */
export const selectCandidates = (sql: Reader, after: string, limit: number) => sql<Candidate[]>`
  select c.person_id as "personId", c.event_number is distinct from a.event_number as "isDue"
  from (select * from budget_checks where person_id > ${after} order by person_id limit ${limit}) c
  join accounts a on a.id = c.person_id
  order by c.person_id`

/**
 * Whether it is still due. Locks it first, so that a change of categories that is under way is either seen by this look, or makes
 * another one due.
 */
export async function lockCheck(tx: Tx, personId: string): Promise<boolean> {
  const [locked] = await tx<{ event_number: bigint | null }[]>`
    select event_number from budget_checks where person_id = ${personId} for update`
  const [account] = await tx<{ event_number: bigint }[]>`select event_number from accounts where id = ${personId}`
  return locked !== undefined && locked.event_number !== account?.event_number
}

/** After the last notification of the transaction. */
export async function finishCheck(tx: Tx, personId: string): Promise<void> {
  await tx`
    update budget_checks set event_number = (select event_number from accounts where id = ${personId})
    where person_id = ${personId}`
}

export type ToldBudget = Budget & {
  /** '2026-11-01', or null. */
  toldMonth: string | null
  toldPercent: number
}

export const selectToldBudgets = (tx: Tx, personId: string) => tx<ToldBudget[]>`
  select category, amount as "amountCents", told_month as "toldMonth", told_percent as "toldPercent"
  from budgets where person_id = ${personId} and amount is not null order by category`

export async function storeTold(
  tx: Tx,
  personId: string,
  { category, month, percent }: { category: Category; month: string; percent: number },
): Promise<void> {
  await tx`
    update budgets set told_month = ${month}, told_percent = ${percent}
    where person_id = ${personId} and category = ${category}`
}
