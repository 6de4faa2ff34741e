import { sampleCents } from '#contract/money.ts'
import type { Category } from '#contract/payments/categories.ts'
import { mainAccountId } from '../ledger/account.ts'
import { monthOf } from '../ledger/month.ts'
import { finishCheck, replaceBudgets, storeTold } from '../payments/budgets/store.ts'
import { readPayee, storeRule } from '../payments/categories/rule-store.ts'
import type { Tx } from '../platform/db/connection.ts'
import { CUSTOMER } from './customer-history.ts'
import { GROCERS, RESTAURANTS, SAVINGS, STREAMING } from './payees.ts'
import type { PeopleByEmail } from './to-commands.ts'

/** Payees whose names say nothing to others. */
const RULES: readonly [payee: string, category: Category][] = [
  [GROCERS[1].name, 'groceries'],
  [RESTAURANTS[2].name, 'dining'],
  [STREAMING.name, 'leisure'],
  [SAVINGS.name, 'other'],
]

const BUDGETS: readonly { category: Category; amountCents: bigint }[] = [
  { category: 'groceries', amountCents: 450_00n },
  { category: 'dining', amountCents: 180_00n },
  { category: 'transport', amountCents: 120_00n },
  { category: 'shopping', amountCents: 250_00n },
  { category: 'leisure', amountCents: 75_00n },
]

/** What the customer chose for some payees, and their budgets. Nothing is told of what was spent before. */
export async function insertCategories(tx: Tx, people: PeopleByEmail, at: Date, zone: string): Promise<void> {
  const personId = people.get(CUSTOMER)?.id ?? ''
  for (const [name, category] of RULES) {
    const [paid] = await tx<{ id: string }[]>`
      select id from transactions where account_id = ${mainAccountId(personId)} and party_name = ${name} limit 1`
    const payee = paid && (await readPayee(tx, personId, paid.id))
    if (payee?.key) await storeRule(tx, { personId, key: payee.key, name, category, at })
  }
  await replaceBudgets(
    tx,
    personId,
    BUDGETS.map(({ category, amountCents }) => ({ category, amountCents: sampleCents(amountCents) })),
  )
  for (const { category } of BUDGETS)
    await storeTold(tx, personId, { category, month: monthOf(at, zone), percent: 100 })
  await finishCheck(tx, personId)
}
