import { debit, fund } from '#contract/payments/adjustments.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route } from '../../http/route.ts'
import { answerOutcome } from '../transaction-response.ts'
import { adjustBalance } from './adjust-balance.ts'

export const adjustmentRoutes = ({ ledger, accessLog }: Pick<Deps, 'ledger' | 'accessLog'>): Route[] => [
  route(fund, async (call) =>
    answerOutcome(call, await adjustBalance(ledger, { kind: 'fund', form: call.body, context: commandContext(call) })),
  ),
  route(debit, async (call) => {
    const { body: form, session } = call
    const outcome = await adjustBalance(ledger, { kind: 'debit', form, context: commandContext(call) })
    // The refusal says something about the balance, and no audit entry is written.
    if (!outcome.ok && outcome.code === 'insufficient_balance')
      await accessLog.record({ session, personId: form.userId, what: 'details.viewed' })
    return answerOutcome(call, outcome)
  }),
]
