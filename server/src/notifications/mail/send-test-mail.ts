import { offeredLocale } from '#contract/locales.ts'
import type { Deps } from '../../http/deps.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { type Texts, textsIn } from '../../platform/texts/texts.ts'
import { readMailAccount } from '../../settings/read-settings.ts'
import { openTransport, resolveMailServer } from './mail-server.ts'
import { renderEmail, toHeaderValue } from './render-email.ts'

type Recipient = { fullName: string; email: string; locale: string | null }

const testEmail = ({ t }: Texts) => ({
  subject: t('Test email'),
  paragraphs: [t('This is the test email you sent from the settings. It arrived, so your mail settings work.')],
})

/** Sent directly and not through the outbox: the administrator waits for the result. */
export async function sendTestMail(deps: Pick<Deps, 'sql' | 'keys' | 'config'>, recipient: Recipient): Promise<void> {
  const { institution, smtpUrl, locales } = deps.config
  const texts = textsIn(offeredLocale(recipient.locale, locales))
  const account = await readMailAccount(deps.sql, deps.keys)
  const server = resolveMailServer(smtpUrl, account)
  if (!server) throw new Refusal('mail_not_set_up')
  const transport = await openTransport(server)
  try {
    await transport.sendMail({
      ...renderEmail({ ...testEmail(texts), to: recipient.email }, recipient.fullName, { institution, texts }),
      from: { name: toHeaderValue(institution.name), address: account.name || institution.email },
      to: { name: toHeaderValue(recipient.fullName), address: recipient.email },
      headers: { 'auto-submitted': 'auto-generated' },
    })
  } catch (error) {
    throw new Refusal('mail_failed', { message: explain(error) })
  } finally {
    transport.close()
  }
}

/** What the administrator can act on. The mail server's own message may contain confidential details. */
function explain(error: unknown): string {
  const { code } = error as { code?: string }
  if (code === 'EAUTH') return 'The mail server refused the address or the password.'
  if (code === 'EENVELOPE') return 'The mail server refused the sender or the receiver.'
  if (['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ECONNREFUSED', 'ENOTFOUND', 'ETLS'].includes(code ?? ''))
    return 'The mail server could not be reached.'
  return 'The mail server did not take the e-mail.'
}
