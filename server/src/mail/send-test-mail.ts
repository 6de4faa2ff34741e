import type { Deps } from '../http/deps.ts'
import { Refusal } from '../runtime/refusal.ts'
import { readMailAccount } from '../settings/read-settings.ts'
import { openTransport, resolveMailServer } from './mail-server.ts'
import { renderEmail, toHeaderValue } from './render-email.ts'

type Recipient = { fullName: string; email: string }

const TEST_EMAIL = {
  subject: 'Test e-mail',
  paragraphs: ['You asked for this letter in the settings. Now that you read it: the bank can send mail.'],
}

/** Past the outbox, because somebody waits to hear whether the settings are right. */
export async function sendTestMail(deps: Pick<Deps, 'sql' | 'keys' | 'config'>, receiver: Recipient): Promise<void> {
  const { institution, smtpUrl } = deps.config
  const account = await readMailAccount(deps.sql, deps.keys)
  const server = resolveMailServer(smtpUrl, account)
  if (!server) throw new Refusal('mail_not_set_up')
  const transport = await openTransport(server)
  try {
    await transport.sendMail({
      ...renderEmail({ ...TEST_EMAIL, to: receiver.email }, receiver.fullName, institution),
      from: { name: toHeaderValue(institution.name), address: account.name || institution.email },
      to: { name: toHeaderValue(receiver.fullName), address: receiver.email },
      headers: { 'auto-submitted': 'auto-generated' },
    })
  } catch (error) {
    throw new Refusal('mail_failed', { message: explain(error) })
  } finally {
    transport.close()
  }
}

/** What an administrator can do something about; the mail server's own words may hold what it should not have said. */
function explain(error: unknown): string {
  const { code } = error as { code?: string }
  if (code === 'EAUTH') return 'The mail server refused the address or the password.'
  if (code === 'EENVELOPE') return 'The mail server refused the sender or the receiver.'
  if (['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ECONNREFUSED', 'ENOTFOUND', 'ETLS'].includes(code ?? ''))
    return 'The mail server could not be reached.'
  return 'The mail server did not take the e-mail.'
}
