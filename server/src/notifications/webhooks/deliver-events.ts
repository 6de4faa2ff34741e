import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../http/deps.ts'
import { publishEvents } from './publish-events.ts'
import {
  type Claim,
  claimQueues,
  claimResends,
  claimRetry,
  type Delivery,
  type DueWebhook,
  deleteEmpty,
  findDueWebhooks,
  LEASE_MS,
  readFirst,
  readTarget,
  release,
  type Target,
} from './queues.ts'
import { type SendResult, sendRequest, TIMEOUT_MS } from './send-request.ts'
import { type Settlement, settle, settleResend, succeeded } from './settle.ts'
import { decryptWebhookSecret, signedHeaders } from './signature.ts'

/** Queues of a webhook that are sent at the same time. */
const CONCURRENCY = 8
const CHECK_INTERVAL_MS = 1_000
/** Beside its own time limit, an attempt needs some for the database. */
const MARGIN_MS = 10_000

export type DeliveryOutcome = 'delivered' | 'failed'

/** How an attempt is made and noted; the fault campaign plants a bug here. */
export type DeliverySteps = {
  send: (send: () => Promise<SendResult>, note: (result: SendResult) => Promise<Settlement>) => Promise<Settlement>
}
const SEND_THEN_NOTE: DeliverySteps = { send: async (send, note) => note(await send()) }

export type WebhookDeps = Pick<Deps, 'sql' | 'keys' | 'config' | 'now'> & {
  log: Record<'info' | 'warn', (fields: object, message: string) => void>
  observeDelivery?: ((outcome: DeliveryOutcome) => void) | undefined
  send?: typeof sendRequest
  steps?: DeliverySteps | undefined
}

/** Delivers what is due, until nothing is. Webhooks don't wait for each other: a slow one delays itself only. */
export async function deliverEvents(deps: WebhookDeps, signal: AbortSignal): Promise<void> {
  const running = new Map<string, Promise<void>>()
  const errors: unknown[] = []
  while (!signal.aborted && errors.length === 0) {
    while (!signal.aborted && (await publishEvents(deps.sql, deps.now()))) {}
    for (const webhook of await findDueWebhooks(deps.sql, deps.now())) {
      if (running.has(webhook.id)) continue
      const work = deliverTo(deps, webhook, signal)
        .catch((error) => void errors.push(error))
        .finally(() => running.delete(webhook.id))
      running.set(webhook.id, work)
    }
    if (running.size === 0) break
    await Promise.race([...running.values(), pause(CHECK_INTERVAL_MS, signal)])
  }
  await Promise.all(running.values())
  if (errors.length > 0) throw errors[0]
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})

/** One round of claims. A webhook that fails gets one attempt per pause, so that an outage does not use up its failures. */
async function deliverTo(deps: WebhookDeps, webhook: DueWebhook, signal: AbortSignal): Promise<void> {
  const { sql, now } = deps
  const { id, backoff } = webhook
  const limit = backoff > 0 ? 1 : CONCURRENCY
  const resends = await claimResends(sql, id, now(), limit)
  const mayClaim = backoff === 0 || (await claimRetry(sql, id, now()))
  const claims = mayClaim ? await claimQueues(sql, id, now(), limit) : []
  await Promise.all([
    ...resends.map((delivery) => resend(deps, webhook, delivery, signal)),
    ...claims.map((claim) => deliverQueue(deps, claim, backoff, signal)),
  ])
}

async function deliverQueue(deps: WebhookDeps, claim: Claim, backoff: number, signal: AbortSignal): Promise<void> {
  const { sql, now } = deps
  const once = backoff > 0
  const until = now().getTime() + LEASE_MS - TIMEOUT_MS - MARGIN_MS
  for (let first = true; first || (!once && now().getTime() < until); first = false) {
    const target = await readTarget(sql, claim.webhookId)
    if (!target || signal.aborted) break
    const delivery = await readFirst(sql, claim)
    if (!delivery) return deleteEmpty(sql, claim, now())
    const settled = await attempt(deps, claim, { target, delivery, backoff }, signal)
    if (settled === 'retried' || settled === 'lost') return
  }
  await release(sql, claim, now())
}

type PlannedDelivery = { target: Target; delivery: Delivery; backoff: number }

async function attempt(deps: WebhookDeps, claim: Claim, planned: PlannedDelivery, signal: AbortSignal) {
  const { target, delivery, backoff } = planned
  const { sql, now, steps = SEND_THEN_NOTE } = deps
  return steps.send(
    () => sendSigned(deps, claim.webhookId, target, delivery, signal),
    async (result) => {
      // The bank stopped during the attempt: that is no failure of the receiver.
      if (signal.aborted && result.status === null) {
        await release(sql, claim, now())
        return 'lost'
      }
      const settled = await settle(sql, claim, { delivery, result, at: now(), backoff })
      logResult(deps, claim.webhookId, delivery, result, settled)
      return settled
    },
  )
}

async function resend(deps: WebhookDeps, webhook: DueWebhook, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const { id: webhookId, backoff } = webhook
  const target = await readTarget(deps.sql, webhookId)
  if (!target) return
  const result = await sendSigned(deps, webhookId, target, delivery, signal)
  if (signal.aborted && result.status === null) return
  await settleResend(deps.sql, webhookId, { delivery, result, at: deps.now(), backoff })
  logResult(deps, webhookId, delivery, result, 'delivered')
}

async function sendSigned(
  { keys, config, now, send = sendRequest }: WebhookDeps,
  webhookId: string,
  { url, secret: stored }: Target,
  { eventId, body }: Delivery,
  signal: AbortSignal,
): Promise<SendResult> {
  const secret = decryptWebhookSecret(keys, webhookId, stored)
  if (secret === null) return { status: null, error: 'the secret can’t be decrypted: APP_SECRET has changed' }
  return send(config, { url, body, headers: signedHeaders(secret, { eventId, body, at: now() }) }, { signal })
}

function logResult(
  { log, observeDelivery }: WebhookDeps,
  webhookId: string,
  delivery: Delivery,
  result: SendResult,
  settled: Settlement,
): void {
  observeDelivery?.(succeeded(result) ? 'delivered' : 'failed')
  if (succeeded(result)) return
  const details = { webhook: webhookId, delivery: delivery.id, attempts: delivery.attempts + 1, status: result.status }
  const message = settled === 'given up' ? 'webhook delivery given up after three days' : 'webhook delivery failed'
  log.warn({ ...details, reason: result.error }, message)
}
