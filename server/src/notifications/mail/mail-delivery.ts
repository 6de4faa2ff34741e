import { countDueMail } from '../../ledger/outbox.ts'
import { deliverDueMail, type MailerDeps } from './deliver-mail.ts'
import { keepTransports, type Transports } from './mail-server.ts'

const WARN_INTERVAL_MS = 3_600_000

/** Returns a function that sends everything due. A mail server that is down delays mail, and nothing else. */
export function createMailDelivery(deps: MailerDeps): (signal: AbortSignal) => Promise<void> {
  let warnedAtMs = Number.NEGATIVE_INFINITY
  let transports: Transports | undefined

  async function warnAboutMissingServer() {
    const at = deps.now()
    if (at.getTime() - warnedAtMs < WARN_INTERVAL_MS) return
    const waiting = await countDueMail(deps.sql, at)
    if (waiting === 0) return
    warnedAtMs = at.getTime()
    deps.log.warn({ waiting }, 'mail waits for a mail server: set SMTP_URL, or the mail account in the settings')
  }

  return async (signal) => {
    transports ??= keepTransports(signal)
    let result = await deliverDueMail(deps, signal, transports)
    while (result === 'a batch' && !signal.aborted) result = await deliverDueMail(deps, signal, transports)
    if (result === 'nothing: no mail server') await warnAboutMissingServer()
  }
}
