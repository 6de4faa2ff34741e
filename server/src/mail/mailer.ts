import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '../db/connection.ts'
import type { Deps } from '../http/deps.ts'
import { countDueMail } from '../ledger/outbox.ts'
import { deliverDueMail, type MailerDeps } from './deliver-mail.ts'

/** Nothing announces new mail (no other component is needed for that): a look at an index that is mostly empty. */
const POLL_INTERVAL_MS = 1_000
/** What is still being sent then is sent again later, by whoever looks next. */
const STOP_TIMEOUT_MS = 2_000
const WARN_INTERVAL_MS = 3_600_000

type Options = Pick<Deps, 'sql' | 'keys' | 'config' | 'now'> & {
  log: MailerDeps['log']
  /** Where the bank listens: how people reach it, unless PUBLIC_URL says otherwise. */
  address: string
  pollIntervalMs?: number
}

/** Sends what is due until it is told to stop. A mail server that is down delays mail, and nothing else. */
export function startMailer(options: Options): () => Promise<void> {
  const { pollIntervalMs: lookEveryMs = POLL_INTERVAL_MS, address, ...deps } = options
  const origin = deps.config.publicUrl ?? address
  const ending = new AbortController()
  let complainedAt = Number.NEGATIVE_INFINITY

  async function run() {
    while (!ending.signal.aborted) {
      const delivered = await look().catch((error: unknown) => {
        if (isUnavailable(error)) deps.log.warn({}, 'mail waits for the database')
        else deps.log.error({ err: error }, 'mail could not be looked after')
      })
      if (delivered !== 'a batch') await sleep(lookEveryMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }

  async function look() {
    const delivered = await deliverDueMail({ ...deps, origin }, ending.signal)
    if (delivered === 'nothing: no mail server') await complain()
    return delivered
  }

  /** Without a mail server mail waits; somebody should know, but not every second. */
  async function complain() {
    const at = deps.now()
    if (at.getTime() - complainedAt < WARN_INTERVAL_MS) return
    const waiting = await countDueMail(deps.sql, at)
    if (waiting === 0) return
    complainedAt = at.getTime()
    deps.log.warn({ waiting }, 'mail waits for a mail server: set SMTP_URL, or the mail account in the settings')
  }
  const running = run()

  return async () => {
    ending.abort()
    await Promise.race([running, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
  }
}
