import { countDueMail } from '../ledger/outbox.ts'
import { deliverDueMail, type MailerDeps } from './deliver-mail.ts'

const WARN_INTERVAL_MS = 3_600_000

/** Returns a function that sends everything due. A mail server that is down delays mail, and nothing else. */
export function createMailDelivery(deps: MailerDeps): (signal: AbortSignal) => Promise<void> {
  let warnedAtMs = Number.NEGATIVE_INFINITY

  async function warnAboutMissingServer() {
    const at = deps.now()
    if (at.getTime() - warnedAtMs < WARN_INTERVAL_MS) return
    const waiting = await countDueMail(deps.sql, at)
    if (waiting === 0) return
    warnedAtMs = at.getTime()
    deps.log.warn({ waiting }, 'mail waits for a mail server: set SMTP_URL, or the mail account in the settings')
  }

  return async (signal) => {
    let result = await deliverDueMail(deps, signal)
    while (result === 'a batch' && !signal.aborted) result = await deliverDueMail(deps, signal)
    if (result === 'nothing: no mail server') await warnAboutMissingServer()
  }
}
