import { DISABLED_AFTER_FAILURES } from '#contract/webhook-events.ts'
import type { Sql, Tx } from '../db/connection.ts'
import { inTransaction } from '../db/transaction.ts'
import { record } from '../ledger/record.ts'
import { findAdministrators } from '../settings/mail-change.ts'
import { type Claim, type Delivery, lockClaim, release } from './queues.ts'
import type { SendResult } from './send-request.ts'

const GIVE_UP_AFTER_MS = 3 * 86_400_000
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const PAUSES_MS = [
  ...[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS],
]
/** The receiver says that it will never take events again. */
const GONE = 410

/** `attempts` are those before. */
export const pauseAfter = (attempts: number): number => PAUSES_MS[Math.min(attempts, PAUSES_MS.length - 1)] ?? HOUR_MS

/** 'delivered' and 'given up': the next delivery of the queue follows. 'retried': the queue waits. 'lost': not ours any more. */
export type Settled = 'delivered' | 'given up' | 'retried' | 'lost'

export const succeeded = ({ status }: SendResult) => status !== null && status >= 200 && status < 300
const errorOf = (result: SendResult) => (succeeded(result) ? '' : (result.error ?? `HTTP ${result.status}`))

type Attempt = { delivery: Delivery; result: SendResult; at: Date }

/** Notes what became of the first delivery of a queue. */
export async function settle(sql: Sql, claim: Claim, { delivery, result, at }: Attempt): Promise<Settled> {
  return inTransaction(sql, async (tx): Promise<Settled> => {
    if (!(await lockClaim(tx, claim))) return 'lost'
    const isTooOld = at.getTime() - delivery.createdAt.getTime() >= GIVE_UP_AFTER_MS
    const settled = succeeded(result) ? 'delivered' : isTooOld ? 'given up' : 'retried'
    const state = settled === 'delivered' ? 'delivered' : settled === 'given up' ? 'failed' : 'pending'
    await tx`
      update webhook_deliveries set state = ${state}, attempts = attempts + 1, attempted_at = ${at},
        response = ${result.status}, error = ${errorOf(result)} where id = ${delivery.id}`
    if (settled === 'retried') await release(tx, claim, new Date(at.getTime() + pauseAfter(delivery.attempts)))
    await countFailures(tx, claim.webhookId, result, at)
    return settled
  })
}

/** One attempt, which changes nothing for the others of its person. */
export async function settleResend(sql: Sql, webhookId: string, { delivery, result, at }: Attempt): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await tx`
      update webhook_deliveries
      set state = case when ${succeeded(result)} and state = 'failed' then 'delivered' else state end,
        attempts = attempts + 1, attempted_at = ${at}, response = ${result.status}, error = ${errorOf(result)},
        resend_at = null
      where id = ${delivery.id}`
    await countFailures(tx, webhookId, result, at)
  })
}

/** The last step of a transaction. A working webhook writes nothing, so that its deliveries share no row. */
async function countFailures(tx: Tx, webhookId: string, result: SendResult, at: Date): Promise<void> {
  if (succeeded(result)) {
    await tx`update webhooks set failures = 0 where id = ${webhookId} and failures > 0`
    return
  }
  const isGone = result.status === GONE
  const [webhook] = await tx<{ url: string; failures: number; disabled_at: Date | null }[]>`
    update webhooks set failures = failures + 1 where id = ${webhookId} returning url, failures, disabled_at`
  if (!webhook || webhook.disabled_at || (webhook.failures < DISABLED_AFTER_FAILURES && !isGone)) return
  await tx`update webhooks set disabled_at = ${at} where id = ${webhookId}`
  // Locks the administrators after the webhook, and so against the order of their own acts: a deadlock is tried again.
  const data = { webhookId, host: new URL(webhook.url).host }
  const admins = await findAdministrators(tx)
  const notifications = admins.map((personId) => ({ personId, kind: 'webhook.disabled' as const, data, at }))
  await record(tx, { notifications })
}
