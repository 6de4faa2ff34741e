import type { Deps } from '../http/deps.ts'
import { claimMail, type MailResult, type OutboxMail, storeMailResults } from '../ledger/outbox.ts'
import { readMailAccount } from '../settings/read-settings.ts'
import { emailDomain } from '../settings/write-settings.ts'
import { demoMailboxPath, openDemoMailbox } from './demo-mailbox.ts'
import { openTransport, resolveMailServer } from './mail-server.ts'
import { readTemplateData } from './read-template-data.ts'
import { renderEmail, toHeaderValue } from './render-email.ts'
import { buildEmail, type Email, type TemplateData } from './templates.ts'

type Log = {
  info: (what: object, message: string) => void
  warn: (what: object, message: string) => void
  error: (what: object, message: string) => void
}

export type MailerDeps = Pick<Deps, 'sql' | 'keys' | 'config' | 'now'> & { origin: string; log: Log }

const BATCH_SIZE = 10
/** Longer than ten letters over five connections can take, each with its patience. */
const LEASE_MS = 180_000
const FIRST_RETRY_MS = 30_000
const MAX_RETRY_MS = 3_600_000
/** Older than this it would be no news but a puzzle. */
const GIVE_UP_AFTER_MS = 3 * 86_400_000

type Send = (mail: ReturnType<typeof compose>) => Promise<unknown>

export type DeliveryResult = 'all' | 'a batch' | 'nothing: no mail server'

/** Sends one batch of what is due. */
export async function deliverDueMail(deps: MailerDeps, ending?: AbortSignal): Promise<DeliveryResult> {
  const { sql, keys, config } = deps
  const account = await readMailAccount(sql, keys)
  const server = resolveMailServer(config.smtpUrl, account)
  if (!server && !config.demo) return 'nothing: no mail server'
  const at = deps.now()
  const claimed = await claimMail(sql, at, { limit: BATCH_SIZE, leaseMs: LEASE_MS })
  if (claimed.length === 0) return 'all'
  const facts = await readTemplateData(deps, claimed, at)
  const transport = server ? await openTransport(server) : openDemoMailbox(demoMailboxPath(config.dataDir))
  // A mail server may think for long, and a bank that is told to stop does not wait for it.
  const { promise: stopping, reject } = Promise.withResolvers<never>()
  stopping.catch(() => {})
  const stop = () => reject(new Error('The bank is stopping'))
  ending?.addEventListener('abort', stop)
  const send: Send = (mail) => Promise.race([transport.sendMail(mail), stopping])
  try {
    const from = account.name || config.institution.email
    const settled = await Promise.all(claimed.map((one) => deliver(deps, send, from, one, facts)))
    await storeMailResults(sql, settled)
  } finally {
    ending?.removeEventListener('abort', stop)
    transport.close()
  }
  return claimed.length < BATCH_SIZE ? 'all' : 'a batch'
}

async function deliver(
  deps: MailerDeps,
  send: Send,
  from: string,
  claimed: OutboxMail,
  facts: TemplateData,
): Promise<MailResult> {
  const { personId, number, attempts, kind } = claimed
  const settled = (nextAt: Date | null): MailResult => ({ personId, number, attempts, nextAt })
  const about = { person: personId, number: String(number), kind, attempts }
  const at = deps.now().getTime()
  const letter = buildEmail(claimed, facts)
  if (letter === undefined) deps.log.error(about, 'mail given up: nobody knows how to write it')
  if (!letter) return settled(null)
  if (at - claimed.createdAt.getTime() > GIVE_UP_AFTER_MS) {
    deps.log.error(about, 'mail given up: it is too old')
    return settled(null)
  }
  try {
    await send(compose(deps, from, claimed, letter))
    deps.log.info(about, 'mail sent')
    return settled(null)
  } catch (error) {
    const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
    const why = { ...about, code, responseCode, command }
    if (code === 'EENVELOPE' && (responseCode ?? 0) >= 500) {
      deps.log.error(why, 'mail given up: the address was refused for good')
      return settled(null)
    }
    deps.log.warn(why, 'mail not sent, will be tried again')
    return settled(new Date(at + Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS)))
  }
}

/** Sent at least once: should it be sent twice, the same Message-ID lets the receiving side see that it is one letter. */
function compose({ config }: MailerDeps, from: string, claimed: OutboxMail, letter: Email) {
  const { institution } = config
  return {
    ...renderEmail(letter, claimed.fullName, institution),
    from: { name: toHeaderValue(institution.name), address: from },
    to: { name: toHeaderValue(claimed.fullName), address: letter.to },
    messageId: `<${claimed.personId}.${claimed.number}@${emailDomain(institution.email)}>`,
    date: claimed.createdAt,
    headers: { 'auto-submitted': 'auto-generated' },
  }
}
