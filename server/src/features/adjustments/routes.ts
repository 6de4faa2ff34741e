import { debit, fund } from '#contract/adjustments.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route } from '../../http/route.ts'
import { answerOutcome } from '../../http/transaction-response.ts'
import { adjustBalance } from './adjust-balance.ts'

export const adjustmentRoutes = ({ ledger }: Pick<Deps, 'ledger'>): Route[] => [
  route(fund, async (call) =>
    answerOutcome(call, await adjustBalance(ledger, { kind: 'fund', form: call.body, context: commandContext(call) })),
  ),
  route(debit, async (call) =>
    answerOutcome(call, await adjustBalance(ledger, { kind: 'debit', form: call.body, context: commandContext(call) })),
  ),
]
