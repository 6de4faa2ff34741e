import * as contract from '#contract/payments/transfers.ts'
import type { Caller } from '../../access/api-key.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route } from '../../http/route.ts'
import { readAttemptsLeft } from '../../identity/attempts-left.ts'
import { relyingParty } from '../../identity/relying-party.ts'
import { authorise } from '../../identity/verify-authorisation.ts'
import type { Outcome } from '../../ledger/types.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { readLimits } from '../limits/limits.ts'
import { answerOutcome } from '../transaction-response.ts'
import { toPayment } from './approve-payment.ts'
import { previewTransfer } from './preview-transfer.ts'
import { submitTransfer } from './submit-transfer.ts'

export function transferRoutes({
  sql,
  ledger,
  keys,
  config,
}: Pick<Deps, 'sql' | 'ledger' | 'keys' | 'config'>): Route[] {
  const deps = { sql, ledger, keys, party: relyingParty(config) }
  /** What is left today, for a transfer above the daily limit; attempts left, after a wrong PIN or code. */
  const leftOf = async ({ session, at }: { session: Caller; at: Date }, outcome: Outcome) => {
    if (outcome.ok) return undefined
    return outcome.code === 'limit_exceeded'
      ? readLimits(sql, session.personId, config, at)
      : readAttemptsLeft(sql, session.personId, outcome.code)
  }
  return [
    route(contract.authoriseTransfer, ({ session, body: { order: schedule, ...form }, at }) =>
      authorise(sql, deps.party, session.personId, { ...toPayment(form), schedule }, at),
    ),
    route(contract.transfer, async (call) => {
      const outcome = await submitTransfer(deps, { form: call.body, code: null, context: commandContext(call) })
      return answerOutcome(call, outcome, await leftOf(call, outcome))
    }),
    route(contract.previewTransfer, async (call) => {
      const preview = await previewTransfer({ sql, ledger, keys, config }, call.body, commandContext(call))
      if ('arrival' in preview) return preview
      throw new Refusal(preview.code, { current: await leftOf(call, preview) })
    }),
    route(contract.cancelTransfer, async (call) => {
      const { transactionId } = call.body
      return answerOutcome(call, await ledger.submit({ kind: 'cancel', ...commandContext(call), transactionId }))
    }),
    route(contract.transferWithCode, async (call) => {
      const { code, ...form } = call.body
      const outcome = await submitTransfer(deps, { form, code, context: commandContext(call) })
      return answerOutcome(call, outcome, await leftOf(call, outcome))
    }),
  ]
}
