import type { SMTPPoolOptions } from 'nodemailer'
import wellKnown from 'nodemailer/lib/well-known'
import type { MailAccount } from '../settings/read-settings.ts'
import { emailDomain } from '../settings/write-settings.ts'

export type MailServer = SMTPPoolOptions

/** A mail server that hangs must cost less than the time for which mail is claimed. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 20_000 }
const MAX_CONNECTIONS = 5

const COMMON_OPTIONS = {
  ...TIMEOUTS,
  pool: true,
  maxConnections: MAX_CONNECTIONS,
  // A letter is made of texts only: nothing in it may make the server open a file or an address.
  disableFileAccess: true,
  disableUrlAccess: true,
} as const

/** What `SMTP_URL` says, or what the domain of the stored address implies. Null: mail can't be sent. */
export function resolveMailServer(smtpUrl: string | null, { name, password }: MailAccount): MailServer | null {
  if (smtpUrl !== null) return { ...COMMON_OPTIONS, url: smtpUrl }
  if (!name || password === null) return null
  const domain = emailDomain(name)
  const known = wellKnown(domain)
  const { host, port, secure } = known || { host: `smtp.${domain}`, port: 465, secure: true }
  // The password is never spoken in the clear, whatever the other side offers.
  return {
    ...COMMON_OPTIONS,
    host,
    port,
    secure: secure ?? false,
    requireTLS: !secure,
    auth: { user: name, pass: password },
  }
}

/** What speaks to it is loaded with the first letter: a bank that starts has none to send yet. */
export async function openTransport(server: MailServer) {
  const { createTransport } = await import('nodemailer')
  return createTransport(server)
}
