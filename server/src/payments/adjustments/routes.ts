import type { z } from 'zod'
import { debit, fund } from '#contract/payments/adjustments.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route } from '../../http/route.ts'
import { mainAccountId } from '../../ledger/account.ts'
import { readAdjustmentDoubts } from '../../ledger/adjustment-doubts.ts'
import type { Outcome } from '../../ledger/types.ts'
import { answerOutcome } from '../transaction-response.ts'
import { adjustBalance, valueDate } from './adjust-balance.ts'

type AdjustmentDeps = Pick<Deps, 'sql' | 'ledger' | 'config' | 'accessLog'>
type Asked = { body: z.output<typeof fund.body>; at: Date }

export const adjustmentRoutes = (deps: AdjustmentDeps): Route[] => [
  route(fund, async (call) => {
    const outcome = await adjustBalance(deps, { kind: 'fund', form: call.body, context: commandContext(call) })
    return answerOutcome(call, outcome, await askedAbout(deps, 'fund', outcome, call))
  }),
  route(debit, async (call) => {
    const { body: form, session } = call
    const outcome = await adjustBalance(deps, { kind: 'debit', form, context: commandContext(call) })
    // The refusal says something about the balance, and no audit entry is written.
    if (!outcome.ok && outcome.code === 'insufficient_balance')
      await deps.accessLog.record({ session, personId: form.userId, what: 'details.viewed' })
    return answerOutcome(call, outcome, await askedAbout(deps, 'debit', outcome, call))
  }),
]

/** Why the ledger asks before it acts. */
async function askedAbout(
  { sql, ledger }: AdjustmentDeps,
  kind: 'fund' | 'debit',
  outcome: Outcome,
  { body, at }: Asked,
) {
  if (outcome.ok || outcome.code !== 'confirmation_needed') return undefined
  const { userId: ownerId, accountId = mainAccountId(ownerId), amountCents, createdAt } = body
  const valueAt = valueDate(createdAt, at, ledger.zone)
  const adjustment = { kind, ownerId, accountId, amountCents, valueAt, at }
  return { reasons: await readAdjustmentDoubts(sql, adjustment, ledger.zone) }
}
