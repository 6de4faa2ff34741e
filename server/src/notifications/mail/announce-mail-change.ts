import { offeredLocale } from '#contract/locales.ts'
import type { Text } from '#contract/text.ts'
import type { Deps } from '../../http/deps.ts'
import type { StaffContext } from '../../ledger/audit-entry.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { type Texts, textsIn } from '../../platform/texts/texts.ts'
import { readMailAccount } from '../../settings/read-settings.ts'
import type { AnnounceMailChange } from '../../settings/update-settings.ts'
import type { Email } from '../template.ts'
import { openTransport, resolveMailServer } from './mail-server.ts'
import { renderEmail, toHeaderValue } from './render-email.ts'

/** The administrator waits for it, and the browser gives up after 20 seconds. */
const DEADLINE_MS = 15_000

/**
 * Tells every administrator, through the mail server in use, that it is about to be replaced: who redirects the bank's email
 * can't do so unnoticed. Null: the mail account stays. Refuses if the server does not take an email, unless the
 * administrator insists because it no longer works. Returns what happened, for the audit log, which then says so.
 */
export const announceMailChange =
  ({ sql, keys, config }: Pick<Deps, 'sql' | 'keys' | 'config'>): AnnounceMailChange =>
  async (staff, { before, after, newPassword }, evenIfUnannounced) => {
    if (before.mail.name === after.mail.name && newPassword === null) return null
    const account = await readMailAccount(sql, keys)
    const server = resolveMailServer(config.smtpUrl, account)
    if (!server) return 'no mail server was set up'
    const recipients = await readAdministrators(sql)
    const actorName = await readName(sql, staff)
    const names = { actorName, oldName: before.mail.name, newName: after.mail.name }
    const transport = await openTransport(server)
    const from = { name: toHeaderValue(config.institution.name), address: account.name || config.institution.email }
    const headers = { 'auto-submitted': 'auto-generated' }
    const sendTo = ({ fullName, email: address, locale }: Recipient) => {
      const texts = textsIn(offeredLocale(locale, config.locales))
      const email = { ...composeEmail(names, texts), to: address }
      return transport.sendMail({
        ...renderEmail(email, fullName, { institution: config.institution, texts }),
        from,
        to: { name: toHeaderValue(fullName), address },
        headers,
      })
    }
    const deadline = Promise.withResolvers<never>()
    const timer = setTimeout(() => deadline.reject(new Error('The mail server took too long')), DEADLINE_MS)
    try {
      await Promise.race([Promise.all(recipients.map(sendTo)), deadline.promise])
      return `sent to ${recipients.length} ${recipients.length === 1 ? 'administrator' : 'administrators'}`
    } catch {
      if (!evenIfUnannounced) throw new Refusal('mail_change_unannounced')
      return 'failed: the mail server did not take it'
    } finally {
      clearTimeout(timer)
      transport.close()
    }
  }

type Recipient = { fullName: string; email: string; locale: string | null }

/** At the last confirmed address, as all security email. */
const readAdministrators = (sql: Sql) => sql<Recipient[]>`
  select full_name as "fullName", coalesce(last_confirmed_email, email) as email, locale from people
  where role = 'Admin' and status = 'Active' order by id`

async function readName(sql: Sql, { actorId }: StaffContext): Promise<string> {
  const [actor] = await sql<{ full_name: string }[]>`select full_name from people where id = ${actorId}`
  if (!actor) throw new Error(`${actorId} is no member of staff`)
  return actor.full_name
}

/** The name of an account is empty where the configuration names the mail server. */
type Names = { actorName: string; oldName: string; newName: string }

const composeEmail = (names: Names, { t }: Texts): Omit<Email, 'to'> => ({
  subject: t('The bank’s mail server is about to change'),
  paragraphs: [
    change(names, t),
    t(
      'From then on password reset links and security notices are sent through it. This email is the last one through the present account.',
    ),
    t(
      'If you did not expect this, log in at once, check the settings, and ask this person. The audit log has every change.',
    ),
  ],
})

function change({ actorName: name, oldName: from, newName: to }: Names, t: Texts['t']): Text {
  if (!from)
    return t(
      '{name} is changing the account that the bank sends email from: from the mail server of the configuration to {to}.',
      { name, to },
    )
  if (!to)
    return t(
      '{name} is changing the account that the bank sends email from: from {from} to the mail server of the configuration.',
      { name, from },
    )
  return t('{name} is changing the account that the bank sends email from: from {from} to {to}.', { name, from, to })
}
