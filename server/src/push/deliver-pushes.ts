import type { Deps } from '../http/deps.ts'
import { readTemplateData } from '../mail/read-template-data.ts'
import type { TemplateData } from '../mail/template.ts'
import { type SendResult, sendRequest } from '../webhooks/send-request.ts'
import { contentOf, topicOf, urgencyOf } from './content.ts'
import {
  type ClaimedPush,
  claimPushes,
  deferDelivery,
  deleteDelivery,
  deleteDevice,
  fanOut,
  noteFailure,
  noteSuccess,
  TIME_TO_LIVE_MS,
} from './deliveries.ts'
import { addressRules, refuseEndpoint } from './endpoints.ts'
import { loadPushKeys, type PushKeys } from './push-keys.ts'

const BATCH_SIZE = 20
const FIRST_RETRY_MS = 30_000
const MAX_RETRY_MS = 3_600_000
/** A push service that is down for some days must not cost people their devices. */
const REMOVED_AFTER_FAILURES = 20
const REMOVED_AFTER_MS = 7 * 86_400_000
/** The browser has withdrawn the subscription. */
const GONE = [404, 410]
/** The message itself is refused: sending it again changes nothing. */
const REFUSED = [400, 413]

export type PushOutcome = 'delivered' | 'failed' | 'removed'

export type PushDeps = Pick<Deps, 'sql' | 'keys' | 'config' | 'now'> & {
  origin: string
  log: Record<'info' | 'warn', (fields: object, message: string) => void>
  observePush?: ((outcome: PushOutcome) => void) | undefined
  send?: typeof sendRequest
}

/** Sends everything that is due. A push service that is down delays its devices, and nothing else. */
export async function deliverPushes(deps: PushDeps, signal: AbortSignal): Promise<void> {
  const { sql, now } = deps
  while (!signal.aborted && (await fanOut(sql, now()))) {}
  while (!signal.aborted) {
    const batch = await claimPushes(sql, now(), BATCH_SIZE)
    if (batch.length === 0) return
    const keys = await loadPushKeys(deps)
    const data = await readTemplateData(deps, batch.map(toMail), now())
    await Promise.all(batch.map((push) => deliver(deps, push, { keys, data, signal })))
    if (batch.length < BATCH_SIZE) return
  }
}

const toMail = (push: ClaimedPush) => ({ ...push, attempts: push.deliveryAttempts })

type Sending = { keys: PushKeys; data: TemplateData; signal: AbortSignal }

async function deliver(deps: PushDeps, push: ClaimedPush, sending: Sending): Promise<void> {
  const { sql, now, observePush } = deps
  if (push.stale) return deleteDelivery(sql, push)
  const leftMs = push.createdAt.getTime() + TIME_TO_LIVE_MS - now().getTime()
  const content = leftMs > 0 ? contentOf(push, sending.data) : null
  if (!content) return deleteDelivery(sql, push)
  const result = await send(deps, push, { ...sending, body: JSON.stringify(content), leftMs })
  // The bank stopped during the attempt: that is no failure of the push service.
  if (sending.signal.aborted && result.status === null) return deferDelivery(sql, push, now())
  if (result.status !== null && result.status >= 200 && result.status < 300) {
    observePush?.('delivered')
    await deleteDelivery(sql, push)
    return noteSuccess(sql, push)
  }
  await settleFailure(deps, push, result)
}

async function settleFailure(deps: PushDeps, push: ClaimedPush, result: SendResult): Promise<void> {
  const { sql, now, log, observePush } = deps
  const at = now()
  // Without the endpoint: who knows it could send to the browser.
  const details = {
    device: push.deviceId,
    attempts: push.deliveryAttempts,
    status: result.status,
    reason: result.error,
  }
  const failing = await noteFailure(sql, push, at)
  const isLost =
    failing !== null &&
    failing.failures >= REMOVED_AFTER_FAILURES &&
    at.getTime() - failing.since.getTime() >= REMOVED_AFTER_MS
  if (GONE.includes(result.status ?? 0) || isLost) {
    observePush?.('removed')
    log.info(details, 'push device removed: it can no longer be reached')
    return deleteDevice(sql, push)
  }
  observePush?.('failed')
  log.warn(details, 'push notification not sent')
  if (REFUSED.includes(result.status ?? 0)) return deleteDelivery(sql, push)
  const pauseMs = Math.min(FIRST_RETRY_MS * 2 ** (push.deliveryAttempts - 1), MAX_RETRY_MS)
  await deferDelivery(sql, push, new Date(at.getTime() + pauseMs))
}

async function send(
  { config, send: request = sendRequest }: PushDeps,
  push: ClaimedPush,
  { keys, signal, body, leftMs }: Sending & { body: string; leftMs: number },
): Promise<SendResult> {
  // The configuration may have changed since the device was added.
  const refusal = refuseEndpoint(push.endpoint, config)
  if (refusal) return { status: null, error: `refused: ${refusal}` }
  // Loaded with the first push: most banks start without one.
  const { default: webPush } = await import('web-push')
  const details = webPush.generateRequestDetails(
    {
      endpoint: push.endpoint,
      keys: { p256dh: push.p256dh.toString('base64url'), auth: push.auth.toString('base64url') },
    },
    body,
    {
      vapidDetails: { subject: `mailto:${config.institution.email}`, ...keys },
      TTL: Math.ceil(leftMs / 1000),
      urgency: urgencyOf(push),
      topic: topicOf(push),
      contentEncoding: 'aes128gcm',
    },
  )
  // Only the request is the library's: its own client would connect to any address, and follows proxies of the environment.
  const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]))
  return request(addressRules(config), { url: push.endpoint, headers, body: details.body }, { signal })
}
