import type { z } from 'zod'
import { debit, fund } from '#contract/payments/adjustments.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route } from '../../http/route.ts'
import { mainAccountId } from '../../ledger/account.ts'
import { isBeforeAccount } from '../../ledger/before-account.ts'
import type { Outcome } from '../../ledger/types.ts'
import { answerOutcome } from '../transaction-response.ts'
import { adjustBalance, valueDate } from './adjust-balance.ts'

type AdjustmentDeps = Pick<Deps, 'sql' | 'ledger' | 'config' | 'accessLog'>
type Form = z.output<typeof fund.body>

export const adjustmentRoutes = (deps: AdjustmentDeps): Route[] => [
  route(fund, async (call) => {
    const outcome = await adjustBalance(deps, { kind: 'fund', form: call.body, context: commandContext(call) })
    return answerOutcome(call, outcome, await askedAbout(deps, outcome, call.body, call.at))
  }),
  route(debit, async (call) => {
    const { body: form, session } = call
    const outcome = await adjustBalance(deps, { kind: 'debit', form, context: commandContext(call) })
    // The refusal says something about the balance, and no audit entry is written.
    if (!outcome.ok && outcome.code === 'insufficient_balance')
      await deps.accessLog.record({ session, personId: form.userId, what: 'details.viewed' })
    return answerOutcome(call, outcome, await askedAbout(deps, outcome, form, call.at))
  }),
]

/** Why the ledger asks before it acts. */
async function askedAbout({ sql, ledger }: AdjustmentDeps, outcome: Outcome, form: Form, at: Date) {
  if (outcome.ok || outcome.code !== 'confirmation_needed') return undefined
  const [account] = await sql<{ opened_at: Date }[]>`
    select opened_at from accounts where id = ${form.accountId ?? mainAccountId(form.userId)}`
  const valueAt = valueDate(form.createdAt, at, ledger.zone)
  const isBefore = account !== undefined && isBeforeAccount(valueAt, account.opened_at, ledger.zone)
  return { reasons: [isBefore ? 'before_account' : 'same_proposal'] }
}
