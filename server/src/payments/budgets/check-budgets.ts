import { lockPerson } from '../../customers/lock-person.ts'
import { monthOf } from '../../ledger/month.ts'
import { record } from '../../ledger/record.ts'
import type { Notification } from '../../ledger/types.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { FIRST_ID } from '../../platform/db/id-range.ts'
import { readNow } from '../../platform/db/read-now.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { sumSpending } from '../spending/read-spending.ts'
import { finishCheck, lockCheck, selectCandidates, selectToldBudgets, storeTold, type ToldBudget } from './store.ts'

/** How many people a run looks at. Of more, each run goes on where the last one ended. */
const LOOKED_AT = 5_000

type CheckDeps = { sql: Sql; zone: string }

/** A job that tells people how much of their budgets is spent. Several servers can run it: what was told is in the database. */
export function createBudgetCheck(deps: CheckDeps): (signal: AbortSignal) => Promise<void> {
  let after = FIRST_ID
  return async (signal) => {
    const candidates = await selectCandidates(deps.sql, after, LOOKED_AT)
    after = (candidates.length === LOOKED_AT && candidates.at(-1)?.personId) || FIRST_ID
    const errors: unknown[] = []
    for (const { personId, isDue } of candidates) {
      if (signal.aborted) return
      // The budgets of one person must not keep those of others from being looked at.
      if (isDue) await checkBudgets(deps, personId).catch((error: unknown) => errors.push(error))
    }
    if (errors.length > 0) throw errors[0]
  }
}

/** The month of the bank, by the database's clock. */
export async function checkBudgets({ sql, zone }: CheckDeps, personId: string): Promise<void> {
  await inTransaction(sql, async (tx) => {
    if (!(await lockPerson(tx, personId)) || !(await lockCheck(tx, personId))) return
    const at = await readNow(tx)
    const notifications = await tellReached(tx, personId, monthOf(at, zone), { zone, at })
    if (notifications.length > 0) await record(tx, { notifications })
    await finishCheck(tx, personId)
  })
}

/** A person who has spent all of a budget is not told of 80 % as well. */
async function tellReached(
  tx: Tx,
  personId: string,
  month: string,
  { zone, at }: { zone: string; at: Date },
): Promise<Notification[]> {
  const spent = await sumSpending(tx, personId, month.slice(0, 7), zone)
  const notifications: Notification[] = []
  for (const budget of await selectToldBudgets(tx, personId)) {
    const { category, amountCents } = budget
    const spentCents = spent.get(category) ?? 0n
    const percent = reachedPercent(spentCents, amountCents)
    if (percent <= toldPercent(budget, month)) continue
    await storeTold(tx, personId, { category, month, percent })
    notifications.push({
      personId,
      kind: percent === 100 ? 'budget.spent' : 'budget.nearly_spent',
      data: { category, month, spentCents: String(spentCents), amountCents: String(amountCents) },
      at,
    })
  }
  return notifications
}

const reachedPercent = (spentCents: bigint, amountCents: bigint): 0 | 80 | 100 =>
  spentCents >= amountCents ? 100 : spentCents * 100n >= amountCents * 80n ? 80 : 0

const toldPercent = (budget: ToldBudget, month: string) => (budget.toldMonth === month ? budget.toldPercent : 0)
