import { reverse } from '#contract/payments/reversals.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route } from '../../http/route.ts'
import { answerOutcome } from '../transaction-response.ts'
import { reverseTransaction } from './reverse-transaction.ts'

export const reversalRoutes = ({ ledger }: Pick<Deps, 'ledger'>): Route[] => [
  route(reverse, async (call) =>
    answerOutcome(call, await reverseTransaction(ledger, call.body, commandContext(call))),
  ),
]
