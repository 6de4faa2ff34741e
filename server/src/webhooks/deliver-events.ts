import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../http/deps.ts'
import { publishEvents } from './publish-events.ts'
import {
  type Claim,
  claimQueues,
  claimResends,
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
import { type Settled, settle, settleResend, succeeded } from './settle.ts'
import { decryptWebhookSecret, signedHeaders } from './signature.ts'

/** Queues of a webhook that are sent at the same time. */
const CONCURRENCY = 8
/** A webhook that fails gets one attempt per pause, so that a short outage does not use up all failures that it may have. */
const FAILING_PAUSE_MS = 1_000
const CHECK_INTERVAL_MS = 1_000
/** Beside its own time limit, an attempt needs some for the database. */
const MARGIN_MS = 10_000

export type DeliveryOutcome = 'delivered' | 'failed'

/** How an attempt is made and noted; the fault campaign plants a bug here. */
export type DeliverySteps = {
  send: (send: () => Promise<SendResult>, note: (result: SendResult) => Promise<Settled>) => Promise<Settled>
}
const SEND_THEN_NOTE: DeliverySteps = { send: async (send, note) => note(await send()) }

export type WebhookDeps = Pick<Deps, 'sql' | 'keys' | 'config' | 'now'> & {
  log: Record<'info' | 'warn', (fields: object, message: string) => void>
  observeDelivery?: ((outcome: DeliveryOutcome) => void) | undefined
  send?: typeof sendRequest
  steps?: DeliverySteps | undefined
  failingPauseMs?: number
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

/** One round of claims. */
async function deliverTo(deps: WebhookDeps, { id, failures }: DueWebhook, signal: AbortSignal): Promise<void> {
  const { sql, now, failingPauseMs = FAILING_PAUSE_MS } = deps
  const limit = failures > 0 ? 1 : CONCURRENCY
  const resends = await claimResends(sql, id, now(), limit)
  const claims = await claimQueues(sql, id, now(), limit)
  await Promise.all([
    ...resends.map((delivery) => resend(deps, id, delivery, signal)),
    ...claims.map((claim) => deliverQueue(deps, claim, failures > 0, signal)),
  ])
  if (failures > 0) await pause(failingPauseMs, signal)
}

async function deliverQueue(deps: WebhookDeps, claim: Claim, once: boolean, signal: AbortSignal): Promise<void> {
  const { sql, now } = deps
  const until = now().getTime() + LEASE_MS - TIMEOUT_MS - MARGIN_MS
  for (let first = true; first || (!once && now().getTime() < until); first = false) {
    const target = await readTarget(sql, claim.webhookId)
    if (!target || signal.aborted) break
    const delivery = await readFirst(sql, claim)
    if (!delivery) return deleteEmpty(sql, claim, now())
    const settled = await attempt(deps, claim, target, delivery, signal)
    if (settled === 'retried' || settled === 'lost') return
  }
  await release(sql, claim, now())
}

async function attempt(deps: WebhookDeps, claim: Claim, target: Target, delivery: Delivery, signal: AbortSignal) {
  const { sql, now, steps = SEND_THEN_NOTE } = deps
  return steps.send(
    () => sendSigned(deps, claim.webhookId, target, delivery, signal),
    async (result) => {
      // The bank stopped during the attempt: that is no failure of the receiver.
      if (signal.aborted && result.status === null) {
        await release(sql, claim, now())
        return 'lost'
      }
      const settled = await settle(sql, claim, { delivery, result, at: now() })
      logResult(deps, claim.webhookId, delivery, result, settled)
      return settled
    },
  )
}

async function resend(deps: WebhookDeps, webhookId: string, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const target = await readTarget(deps.sql, webhookId)
  if (!target) return
  const result = await sendSigned(deps, webhookId, target, delivery, signal)
  if (signal.aborted && result.status === null) return
  await settleResend(deps.sql, webhookId, { delivery, result, at: deps.now() })
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
  settled: Settled,
): void {
  observeDelivery?.(succeeded(result) ? 'delivered' : 'failed')
  if (succeeded(result)) return
  const details = { webhook: webhookId, delivery: delivery.id, attempts: delivery.attempts + 1, status: result.status }
  const message = settled === 'given up' ? 'webhook delivery given up after three days' : 'webhook delivery failed'
  log.warn({ ...details, reason: result.error }, message)
}
