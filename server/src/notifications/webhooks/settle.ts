import { DISABLED_AFTER_FAILURES } from '#contract/notifications/webhook-events.ts'
import { findAdministrators } from '../../authority/administrators.ts'
import { record } from '../../ledger/record.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type Claim, type Delivery, lockClaim, release, setFailing } from './queues.ts'
import type { SendResult } from './send-request.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
]
/** The receiver says that it will never take events again. */
const GONE = 410

/** `attempts` are those before. */
export const pauseAfter = (attempts: number): number => PAUSES_MS[Math.min(attempts, PAUSES_MS.length - 1)] ?? HOUR_MS

/** 'delivered' and 'given up': the next delivery of the queue follows. 'retried': the queue waits. 'lost': not ours any more. */
export type Settlement = 'delivered' | 'given up' | 'retried' | 'lost'

export const succeeded = ({ status }: SendResult) => status !== null && status >= 200 && status < 300
const errorOf = (result: SendResult) => (succeeded(result) ? '' : (result.error ?? `HTTP ${result.status}`))

/** `backoff` is that of the webhook when the attempt began. */
type DeliveryAttempt = { delivery: Delivery; result: SendResult; at: Date; backoff: number }

/** Notes what became of the first delivery of a queue. */
export async function settle(sql: Sql, claim: Claim, attempt: DeliveryAttempt): Promise<Settlement> {
  const { delivery, result, at } = attempt
  return inTransaction(sql, async (tx): Promise<Settlement> => {
    const queue = await lockClaim(tx, claim)
    if (!queue) return 'lost'
    const settled = succeeded(result) ? 'delivered' : queue.isOverdue ? 'given up' : 'retried'
    const state = settled === 'delivered' ? 'delivered' : settled === 'given up' ? 'failed' : 'pending'
    await tx`
      update webhook_deliveries set state = ${state}, attempts = attempts + 1, attempted_at = ${at},
        response = ${result.status}, error = ${errorOf(result)} where id = ${delivery.id}`
    const isFailing = settled === 'retried'
    if (isFailing !== queue.isFailing) await setFailing(tx, claim, isFailing)
    if (isFailing) await release(tx, claim, new Date(at.getTime() + pauseAfter(delivery.attempts)))
    await countFailures(tx, claim.webhookId, attempt, claim.personId)
    return settled
  })
}

/** One attempt, which changes nothing for the others of its person. */
export async function settleResend(sql: Sql, webhookId: string, attempt: DeliveryAttempt): Promise<void> {
  const { delivery, result, at } = attempt
  await inTransaction(sql, async (tx) => {
    await tx`
      update webhook_deliveries
      set state = case when ${succeeded(result)} and state = 'failed' then 'delivered' else state end,
        attempts = attempts + 1, attempted_at = ${at}, response = ${result.status}, error = ${errorOf(result)},
        resend_at = null
      where id = ${delivery.id}`
    await countFailures(tx, webhookId, attempt, null)
  })
}

type FailureRow = {
  url: string
  failures: number
  backoff: number
  failed_for: string | null
  disabled_at: Date | null
}

/**
 * The last step of a transaction. A working webhook writes nothing, so that its deliveries share no row. `personId` is null for an
 * attempt that staff asked for, which delays no other.
 */
async function countFailures(
  tx: Tx,
  webhookId: string,
  attempt: DeliveryAttempt,
  personId: string | null,
): Promise<void> {
  const { result, at } = attempt
  if (succeeded(result)) {
    await tx`
      update webhooks set failures = 0, backoff = 0, retry_at = null, failed_for = null
      where id = ${webhookId} and failures > 0`
    return
  }
  const [webhook] = await tx<FailureRow[]>`
    update webhooks set failures = failures + 1 where id = ${webhookId}
    returning url, failures, backoff, failed_for, disabled_at`
  if (!webhook) return
  if (personId !== null) await backOff(tx, webhookId, webhook, { ...attempt, personId })
  const isEnough = webhook.failures >= DISABLED_AFTER_FAILURES || result.status === GONE
  if (!webhook.disabled_at && isEnough) await disable(tx, webhookId, webhook.url, at)
}

/** Attempts that began together lengthen the pause once, and those for the same person don't: others need not wait longer for it. */
async function backOff(
  tx: Tx,
  webhookId: string,
  { backoff, failed_for }: FailureRow,
  { at, backoff: begun, personId }: DeliveryAttempt & { personId: string },
): Promise<void> {
  if (backoff !== begun) return
  const next = failed_for === personId ? Math.max(backoff, 1) : backoff + 1
  await tx`
    update webhooks set backoff = ${next}, failed_for = ${personId},
      retry_at = ${new Date(at.getTime() + pauseAfter(next - 1))}
    where id = ${webhookId}`
}

async function disable(tx: Tx, webhookId: string, url: string, at: Date): Promise<void> {
  await tx`update webhooks set disabled_at = ${at} where id = ${webhookId}`
  // Locks the administrators after the webhook, and so against the order of their own acts: a deadlock is tried again.
  const data = { webhookId, host: new URL(url).host }
  const admins = await findAdministrators(tx)
  const notifications = admins.map((personId) => ({ personId, kind: 'webhook.disabled' as const, data, at }))
  await record(tx, { notifications })
}
