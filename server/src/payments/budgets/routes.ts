import { toAmount } from '#contract/money.ts'
import { type Budget, type Budgets, readBudgets, updateBudgets } from '#contract/payments/budgets.ts'
import { lockOpenAccount } from '../../customers/lock-person.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { replaceBudgets, selectBudgets } from './store.ts'

const toAnswer = (budgets: readonly Budget[]): Budgets => ({
  budgets: budgets.map(({ category, amountCents }) => ({ category, amount: toAmount(amountCents) })),
})

export const budgetRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  route(readBudgets, async ({ session }) => toAnswer(await selectBudgets(sql, session.personId))),
  // The lock of the person's account makes the later one of two calls at once stay, as a whole.
  route(updateBudgets, ({ session, body }) =>
    inTransaction(sql, async (tx) => {
      await lockOpenAccount(tx, session.personId)
      await replaceBudgets(tx, session.personId, body.budgets)
      return toAnswer(await selectBudgets(tx, session.personId))
    }),
  ),
]
