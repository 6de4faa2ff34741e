import { isNotificationKind, NOTIFICATIONS } from '#contract/notifications/notification-kinds.ts'
import type { Deps } from '../../http/deps.ts'
import { claimMail, type MailResult, type OutboxMail, storeMailResults } from '../../ledger/outbox.ts'
import { readMailAccount } from '../../settings/read-settings.ts'
import { emailDomain } from '../../settings/write-settings.ts'
import type { Email, MailTemplates, TemplateData } from '../template.ts'
import { buildEmail, hasTemplate, textsFor } from './build-email.ts'
import { demoMailboxPath, openDemoMailbox } from './demo-mailbox.ts'
import { NEW_TRANSPORTS, resolveMailServer, type Transports } from './mail-server.ts'
import { readTemplateData } from './read-template-data.ts'
import { renderEmail, toHeaderValue } from './render-email.ts'

type Log = {
  info: (details: object, message: string) => void
  warn: (details: object, message: string) => void
  error: (details: object, message: string) => void
}

export type MailerDeps = Pick<Deps, 'sql' | 'keys' | 'config' | 'now'> & {
  origin: string
  mail: MailTemplates
  log: Log
}

const BATCH_SIZE = 10
/** Longer than ten emails over five connections can take, each with all its timeouts. */
const LEASE_MS = 180_000
const FIRST_RETRY_MS = 30_000
const MAX_RETRY_MS = 3_600_000
/** An older email would confuse more than it informs. */
const GIVE_UP_AFTER_MS = 3 * 86_400_000

type SendMail = (mail: ReturnType<typeof toMessage>) => Promise<unknown>

export type DeliveryResult = 'all' | 'a batch' | 'nothing: no mail server'

/** Sends one batch of the mail that is due. */
export async function deliverDueMail(
  deps: MailerDeps,
  stopSignal?: AbortSignal,
  transports: Transports = NEW_TRANSPORTS,
): Promise<DeliveryResult> {
  const { sql, keys, config } = deps
  const account = await readMailAccount(sql, keys)
  const server = resolveMailServer(config.smtpUrl, account)
  if (!server && !config.demo) return 'nothing: no mail server'
  const at = deps.now()
  const batch = await claimMail(sql, at, { limit: BATCH_SIZE, leaseMs: LEASE_MS })
  if (batch.length === 0) return 'all'
  const data = await readTemplateData(deps, batch, at)
  const connected = server ? await transports.open(server) : null
  const transport = connected ?? openDemoMailbox(demoMailboxPath(config.dataDir))
  // A mail server may take long to respond; shutting down does not wait for it.
  const { promise: stopping, reject } = Promise.withResolvers<never>()
  stopping.catch(() => {})
  const stop = () => reject(new Error('The bank is stopping'))
  stopSignal?.addEventListener('abort', stop)
  const send: SendMail = (mail) => Promise.race([transport.sendMail(mail), stopping])
  try {
    const from = account.name || config.institution.email
    const results = await Promise.all(batch.map((mail) => deliver(deps, send, from, mail, data)))
    await storeMailResults(sql, results)
  } finally {
    stopSignal?.removeEventListener('abort', stop)
    if (connected) transports.release(connected)
    else transport.close()
  }
  return batch.length < BATCH_SIZE ? 'all' : 'a batch'
}

async function deliver(
  deps: MailerDeps,
  send: SendMail,
  from: string,
  mail: OutboxMail,
  data: TemplateData,
): Promise<MailResult> {
  const { personId, number, attempts, kind } = mail
  const result = (nextAt: Date | null): MailResult => ({ personId, number, attempts, nextAt })
  const details = { person: personId, number: String(number), kind, attempts }
  const atMs = deps.now().getTime()
  if (!hasTemplate(mail)) {
    deps.log.error(details, 'mail given up: no template for its kind')
    return result(null)
  }
  const email = buildEmail(mail, data)
  if (!email) return result(null)
  if (mail.claimedAt.getTime() - mail.createdAt.getTime() > GIVE_UP_AFTER_MS) {
    deps.log.error(details, 'mail given up: it is too old')
    return result(null)
  }
  try {
    await send(toMessage(deps, from, mail, email))
    deps.log.info(details, 'mail sent')
    return result(null)
  } catch (error) {
    const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
    const failure = { ...details, code, responseCode, command, reason: withoutAddresses((error as Error).message) }
    if (code === 'EENVELOPE' && (responseCode ?? 0) >= 500) {
      deps.log.error(failure, 'mail given up: the mail server rejected the address permanently')
      return result(null)
    }
    deps.log.warn(failure, 'mail not sent, will be retried')
    return result(new Date(atMs + Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS)))
  }
}

/** What the mail server or the system said, without the email addresses in it. */
const withoutAddresses = (message: string) => message.replace(/\S+@\S+/g, '…').slice(0, 200)

/** Delivery is at least once: a duplicate has the same Message-ID, so the receiving side can drop it. */
function toMessage({ config, origin }: MailerDeps, from: string, mail: OutboxMail, email: Email) {
  const { institution } = config
  return {
    ...renderEmail(email, mail.fullName, { institution, texts: textsFor(mail, config) }),
    from: { name: toHeaderValue(institution.name), address: from },
    to: { name: toHeaderValue(mail.fullName), address: email.to },
    messageId: `<${mail.personId}.${mail.number}@${emailDomain(institution.email)}>`,
    replyTo: institution.email,
    date: mail.createdAt,
    headers: {
      'auto-submitted': 'auto-generated',
      // The page where customers turn these emails off.
      ...(canBeTurnedOff(mail.kind) ? { 'list-unsubscribe': `<${origin}/dashboard/settings/notifications>` } : {}),
    },
  }
}

const canBeTurnedOff = (kind: string) => isNotificationKind(kind) && NOTIFICATIONS[kind].mail === 'optional'
