import { transfer, transferWithCode } from '#contract/transfers.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route } from '../../http/route.ts'
import { answerOutcome } from '../../http/transaction-response.ts'
import { submitTransfer } from './submit-transfer.ts'

export const transferRoutes = ({ ledger, keys }: Pick<Deps, 'ledger' | 'keys'>): Route[] => [
  route(transfer, async (call) => {
    const outcome = await submitTransfer(ledger, keys, { form: call.body, code: null, context: commandContext(call) })
    return answerOutcome(call, outcome)
  }),
  route(transferWithCode, async (call) => {
    const outcome = await submitTransfer(ledger, keys, {
      form: call.body,
      code: call.body.code,
      context: commandContext(call),
    })
    return answerOutcome(call, outcome)
  }),
]
