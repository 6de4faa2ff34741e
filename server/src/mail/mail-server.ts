import type { SMTPPoolOptions } from 'nodemailer'
import wellKnown from 'nodemailer/lib/well-known'
import type { MailAccount } from '../settings/read-settings.ts'
import { emailDomain } from '../settings/write-settings.ts'

export type MailServer = SMTPPoolOptions

/** A mail server that hangs must time out before the lease on the claimed mail ends. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 20_000 }
const MAX_CONNECTIONS = 5

const COMMON_OPTIONS = {
  ...TIMEOUTS,
  pool: true,
  maxConnections: MAX_CONNECTIONS,
  // Emails are text only: nothing in them may make the server read a file or a URL.
  disableFileAccess: true,
  disableUrlAccess: true,
} as const

/** The server in `SMTP_URL`, or the one implied by the domain of the stored address. Null: mail can't be sent. */
export function resolveMailServer(smtpUrl: string | null, { name, password }: MailAccount): MailServer | null {
  if (smtpUrl !== null) return { ...COMMON_OPTIONS, url: smtpUrl }
  if (!name || password === null) return null
  const domain = emailDomain(name)
  const known = wellKnown(domain)
  const { host, port, secure } = known || { host: `smtp.${domain}`, port: 465, secure: true }
  return {
    ...COMMON_OPTIONS,
    host,
    port,
    secure: secure ?? false,
    // The password is never sent unencrypted, even if the server offers no TLS.
    requireTLS: !secure,
    auth: { user: name, pass: password },
  }
}

/** Imports nodemailer with the first email, which keeps it out of the start time. */
export async function openTransport(server: MailServer) {
  const { createTransport } = await import('nodemailer')
  return createTransport(server)
}
