import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../http/deps.ts'
import { readTemplateData } from '../mail/read-template-data.ts'
import type { MailTemplates, TemplateData } from '../template.ts'
import { type SendResult, sendRequest } from '../webhooks/send-request.ts'
import { contentOf, topicOf, urgencyOf } from './content.ts'
import {
  type ClaimedPush,
  claimPushes,
  deferDelivery,
  deleteDelivery,
  deleteDevice,
  fanOut,
  hasDuePushes,
  noteFailure,
  noteSuccess,
  TIME_TO_LIVE_MS,
} from './deliveries.ts'
import { addressRules, endpointProblem } from './endpoints.ts'
import { loadPushKeys, type PushKeys } from './push-keys.ts'

/** Deliveries that run at the same time: on this server, to one host, and to the devices of one person. */
const LIMITS = { all: 24, perHost: 16, perPerson: 4 }
/** How long a delivery that became due waits at most while others run. */
const CHECK_INTERVAL_MS = 1_000
/** Deliveries that end at nearly the same time are replaced by one claim. */
const GATHER_MS = 20
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
  mail: MailTemplates
  log: Record<'info' | 'warn', (fields: object, message: string) => void>
  observePush?: ((outcome: PushOutcome) => void) | undefined
  send?: typeof sendRequest | undefined
}

/**
 * Sends everything that is due, until nothing is. A delivery starts when another one ends. A host that does not answer holds its own
 * places until the time limit of each request; the limits per host and person leave places for the others.
 */
export async function deliverPushes(deps: PushDeps, signal: AbortSignal): Promise<void> {
  const { sql, now } = deps
  const running = new Map<ClaimedPush, Promise<void>>()
  const errors: unknown[] = []
  const start = (push: ClaimedPush, sending: PushContext) => {
    const work = deliver(deps, push, sending)
      .catch((error) => void errors.push(error))
      .finally(() => running.delete(push))
    running.set(push, work)
  }
  try {
    while (!signal.aborted && errors.length === 0) {
      while (!signal.aborted && (await fanOut(sql, now()))) {}
      const hasPlace = running.size < LIMITS.all && (await hasDuePushes(sql, now()))
      const claimed = hasPlace ? await claimPushes(sql, now(), [...running.keys()], LIMITS) : []
      if (claimed.length > 0) {
        const sending = await prepare(deps, claimed, signal)
        const byAge = claimed.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
        for (const push of byAge) start(push, sending)
      }
      if (running.size === 0) break
      await Promise.race([...running.values(), pause(CHECK_INTERVAL_MS, signal)])
      await pause(GATHER_MS, signal)
    }
  } finally {
    await Promise.all(running.values())
  }
  if (errors.length > 0) throw errors[0]
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})

async function prepare(deps: PushDeps, claimed: ClaimedPush[], signal: AbortSignal): Promise<PushContext> {
  const keys = await loadPushKeys(deps)
  return { keys, data: await readTemplateData(deps, claimed.map(toMail), deps.now()), signal }
}

const toMail = (push: ClaimedPush) => ({ ...push, attempts: push.deliveryAttempts })

type PushContext = { keys: PushKeys; data: TemplateData; signal: AbortSignal }

async function deliver(deps: PushDeps, push: ClaimedPush, sending: PushContext): Promise<void> {
  const { sql, now, observePush } = deps
  if (push.stale) return deleteDelivery(sql, push)
  const leftMs = push.createdAt.getTime() + TIME_TO_LIVE_MS - push.claimedAt.getTime()
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
  // Without the endpoint: it is a secret, and readers of the log don't need it.
  const details = {
    device: push.deviceId,
    attempts: push.deliveryAttempts,
    status: result.status,
    reason: result.error,
  }
  const failing = await noteFailure(sql, push)
  const isLost =
    failing !== null &&
    failing.failures >= REMOVED_AFTER_FAILURES &&
    failing.now.getTime() - failing.since.getTime() >= REMOVED_AFTER_MS
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
  { keys, signal, body, leftMs }: PushContext & { body: string; leftMs: number },
): Promise<SendResult> {
  // The configuration may have changed since the device was added.
  const refusal = endpointProblem(push.endpoint, config)
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
