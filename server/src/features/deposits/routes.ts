import { deposit } from '#contract/deposits.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route } from '../../http/route.ts'
import { answerOutcome } from '../../http/transaction-response.ts'
import { submitDeposit } from './submit-deposit.ts'

export const depositRoutes = (deps: Pick<Deps, 'sql' | 'ledger'>): Route[] => [
  route(deposit, async (call) =>
    answerOutcome(call, await submitDeposit(deps, { form: call.body, context: commandContext(call) })),
  ),
]
