import type { Sql } from '../db/connection.ts'
import type { Deps } from '../http/deps.ts'
import type { StaffContext } from '../ledger/audit-entry.ts'
import { Refusal } from '../runtime/refusal.ts'
import { readMailAccount } from '../settings/read-settings.ts'
import type { SettingsPlan } from '../settings/write-settings.ts'
import { openTransport, resolveMailServer } from './mail-server.ts'
import { renderEmail, toHeaderValue } from './render-email.ts'
import type { Email } from './template.ts'

/** The administrator waits for it, and the browser gives up after 20 seconds. */
const DEADLINE_MS = 15_000

type Change = Pick<SettingsPlan, 'before' | 'after' | 'newPassword'>

/**
 * Tells every administrator, through the mail server in use, that it is about to be replaced: who redirects the bank's email
 * can't do so unnoticed. Null: the mail account stays. Refuses if the server does not take an email, unless the
 * administrator insists because it no longer works. Returns what happened, for the audit log, which then says so.
 */
export async function announceMailChange(
  { sql, keys, config }: Pick<Deps, 'sql' | 'keys' | 'config'>,
  staff: StaffContext,
  { before, after, newPassword }: Change,
  evenIfUnannounced: boolean,
): Promise<string | null> {
  if (before.mail.name === after.mail.name && newPassword === null) return null
  const account = await readMailAccount(sql, keys)
  const server = resolveMailServer(config.smtpUrl, account)
  if (!server) return 'no mail server was set up'
  const recipients = await readAdministrators(sql)
  const email = await composeEmail(sql, staff, { oldName: before.mail.name, newName: after.mail.name })
  const transport = await openTransport(server)
  const from = { name: toHeaderValue(config.institution.name), address: account.name || config.institution.email }
  const headers = { 'auto-submitted': 'auto-generated' }
  const sendTo = ({ fullName, email: address }: Recipient) =>
    transport.sendMail({
      ...renderEmail({ ...email, to: address }, fullName, config.institution),
      from,
      to: { name: toHeaderValue(fullName), address },
      headers,
    })
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

type Recipient = { fullName: string; email: string }

/** At the last confirmed address, as all security email. */
const readAdministrators = (sql: Sql) => sql<Recipient[]>`
  select full_name as "fullName", coalesce(last_confirmed_email, email) as email from people
  where role = 'Admin' and status = 'Active' order by id`

type Names = { oldName: string; newName: string }

async function composeEmail(
  sql: Sql,
  { actorId }: StaffContext,
  { oldName, newName }: Names,
): Promise<Omit<Email, 'to'>> {
  const [actor] = await sql<{ full_name: string }[]>`select full_name from people where id = ${actorId}`
  const account = (name: string) => name || 'the mail server of the configuration'
  return {
    subject: 'The bank’s mail server is about to change',
    paragraphs: [
      `${actor?.full_name ?? 'An administrator'} is changing the account that the bank sends email from: from ${account(oldName)} to ${account(newName)}.`,
      'From then on password reset links and security notices are sent through it. This email is the last one through the present account.',
      'If you did not expect this, log in at once, check the settings, and ask this person. The audit log has every change.',
    ],
  }
}
