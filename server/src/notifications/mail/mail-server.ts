import type { SMTPPoolOptions } from 'nodemailer'
import wellKnown from 'nodemailer/lib/well-known'
import type { MailAccount } from '../../settings/read-settings.ts'
import { emailDomain } from '../../settings/write-settings.ts'

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
  // `?requireTLS=false` in the URL overrides it.
  if (smtpUrl !== null) return { ...COMMON_OPTIONS, url: smtpUrl, requireTLS: needsTls(smtpUrl) }
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

/** Emails hold reset links, and the URL a password: neither leaves this machine in clear text. */
function needsTls(smtpUrl: string): boolean {
  const { protocol, hostname } = new URL(smtpUrl)
  return protocol === 'smtp:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

export type Transport = Awaited<ReturnType<typeof openTransport>>

/** How a batch gets its connections to the mail server, and gives them back. */
export type Transports = { open: (server: MailServer) => Promise<Transport>; release: (transport: Transport) => void }

export const NEW_TRANSPORTS: Transports = { open: (server) => openTransport(server), release: (one) => one.close() }

/** Keeps the connections for the next batch, until the server is another one or the signal aborts. */
export function keepTransports(signal: AbortSignal): Transports {
  let kept: { server: string; transport: Transport } | null = null
  const close = () => {
    kept?.transport.close()
    kept = null
  }
  signal.addEventListener('abort', close)
  return {
    async open(server) {
      const key = JSON.stringify(server)
      if (kept?.server !== key) {
        close()
        kept = { server: key, transport: await openTransport(server) }
      }
      return kept.transport
    },
    release: () => {},
  }
}

/** Imports nodemailer with the first email, which keeps it out of the start time. */
export async function openTransport(server: MailServer) {
  const { createTransport } = await import('nodemailer')
  return createTransport(server)
}
