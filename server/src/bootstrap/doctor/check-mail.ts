import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { type MailServer, openTransport, resolveMailServer } from '../../notifications/mail/mail-server.ts'
import type { Config } from '../../platform/config/config.ts'
import type { MailAccount } from '../../settings/read-settings.ts'
import { judgeExpiry } from './check-certificates.ts'
import { describeError, notChecked, ok, type Verdict, wrong } from './verdict.ts'

/** Connects, encrypts and logs in as for an email, and sends none. `account`: null where the database can't be read. */
export async function checkMail({ smtpUrl, demo }: Config, account: MailAccount | null, now: Date): Promise<Verdict> {
  if (smtpUrl === null && account === null) return notChecked("the database with the mail settings can't be read")
  const server = resolveMailServer(smtpUrl, account ?? { name: '', password: null })
  if (!server)
    return demo
      ? notChecked('a demonstration writes emails to DATA_DIR')
      : wrong('No mail server is configured, and emails wait: set SMTP_URL, or the mail settings in the back office.')
  const { state, text } = await tryMailServer(server, now)
  // A mail server may repeat in its answer what it was sent.
  return { state, text: account?.password ? text.replaceAll(account.password, '…') : text }
}

async function tryMailServer(server: MailServer, now: Date): Promise<Verdict> {
  let certificate: PeerCertificate | null = null
  const transport = await openTransport({
    ...server,
    tls: {
      checkServerIdentity(host: string, presented: PeerCertificate) {
        certificate = presented
        return checkServerIdentity(host, presented)
      },
    },
  })
  try {
    await transport.verify()
  } catch (error) {
    return wrong(`The mail server can't be used: ${describeError(error)}. Check SMTP_URL or the mail settings.`)
  } finally {
    transport.close()
  }
  if (!certificate) return ok('it answers, without TLS')
  const expiry = judgeExpiry(certificate, now)
  return expiry.state === 'ok' ? ok(`it answers and accepts the login; ${expiry.text}`) : expiry
}
