import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, type PeerCertificate, connect as secure, type TLSSocket } from 'node:tls'
import { parseDatabaseUrl } from '../../platform/runtime/database-url.ts'
import { describeError, notChecked, ok, type Verdict, wrong } from './verdict.ts'

const DAY_MS = 86_400_000
/** Certificates that renew themselves do so earlier. */
const RENEW_DAYS = 14
const TIMEOUT_MS = 10_000
/** The message by which a client of PostgreSQL asks for TLS. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const ASKS_FOR_TLS = /^(?:require|verify-ca|verify-full)$/

export function judgeExpiry(certificate: Pick<PeerCertificate, 'valid_to'>, now: Date): Verdict {
  const until = new Date(certificate.valid_to)
  const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS)
  const day = until.toISOString().slice(0, 10)
  if (days < 0) return wrong(`The certificate expired on ${day}: renew it.`)
  if (days < RENEW_DAYS) return wrong(`The certificate expires on ${day}, in ${days} days: renew it.`)
  return ok(`the certificate is valid until ${day}`)
}

/** Checks the certificate that browsers get. */
export async function checkPublicAddress(publicUrl: string | null, production: boolean, now: Date): Promise<Verdict> {
  if (publicUrl === null) return notChecked('PUBLIC_URL is not set')
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol === 'http:')
    return production
      ? wrong('PUBLIC_URL is http: passwords cross the network in clear text. Put a proxy with TLS before the bank.')
      : notChecked('PUBLIC_URL is http')
  const host = hostname.replace(/^\[|\]$/g, '')
  try {
    const { certificate, problem } = await readCertificate(await open(host, Number(port || 443)), host)
    return problem === null ? judgeExpiry(certificate, now) : wrong(explainCertificate(problem, certificate, now))
  } catch (error) {
    return wrong(`${publicUrl} can't be reached (${describeError(error)}): check name, proxy and firewall.`)
  }
}

function explainCertificate(problem: string, certificate: PeerCertificate, now: Date): string {
  const expiry = judgeExpiry(certificate, now)
  return expiry.state === 'ok' ? `Browsers refuse the certificate (${problem}): install another one.` : expiry.text
}

/** Checks every host in DATABASE_URL. Whether the bank trusts the certificate, connecting has shown. */
export async function checkDatabaseCertificates(databaseUrl: string | null, now: Date): Promise<Verdict> {
  if (databaseUrl === null) return notChecked('the embedded PostgreSQL is reached by a socket')
  const parsed = parseDatabaseUrl(databaseUrl)
  if ('problem' in parsed) return wrong(`DATABASE_URL ${parsed.problem}`)
  const urls = parsed.urls.map((url) => new URL(url))
  // A host in the query is a folder with a socket.
  const asking = urls.filter(
    ({ searchParams }) => ASKS_FOR_TLS.test(searchParams.get('sslmode') ?? '') && !searchParams.has('host'),
  )
  if (asking.length === 0) return notChecked('DATABASE_URL asks for no TLS')
  const verdicts = await Promise.all(asking.map((url) => checkDatabaseHost(url, now)))
  return verdicts.find(({ state }) => state === 'WRONG') ?? verdicts[0] ?? notChecked('DATABASE_URL names no host')
}

async function checkDatabaseHost({ hostname, port }: URL, now: Date): Promise<Verdict> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const place = `${host}:${port || 5432}`
  try {
    const socket = await open(host, Number(port || 5432))
    socket.write(TLS_REQUEST)
    const [answer]: Buffer[] = await once(socket, 'data')
    if (String(answer) !== 'S') {
      socket.destroy()
      return wrong(`${place} offers no TLS, and DATABASE_URL asks for it: turn on ssl in PostgreSQL.`)
    }
    const { certificate } = await readCertificate(socket, host)
    const verdict = judgeExpiry(certificate, now)
    return { ...verdict, text: `${place}: ${verdict.text}` }
  } catch (error) {
    return wrong(`${place} can't be reached (${describeError(error)}): check DATABASE_URL and PostgreSQL.`)
  }
}

async function open(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port, timeout: TIMEOUT_MS })
  socket.once('timeout', () => socket.destroy(new Error('no answer within ten seconds')))
  await once(socket, 'connect')
  return socket
}

type Presented = { certificate: PeerCertificate; problem: string | null }

/** Reads a certificate that is not trusted too, so that its date can be told. */
async function readCertificate(socket: Socket, host: string): Promise<Presented> {
  const options: ConnectionOptions = {
    socket,
    rejectUnauthorized: false,
    ...(isIP(host) ? { host } : { servername: host }),
  }
  const encrypted: TLSSocket = secure(options)
  try {
    await once(encrypted, 'secureConnect')
    const certificate = encrypted.getPeerCertificate()
    return { certificate, problem: encrypted.authorized ? null : describeError(encrypted.authorizationError) }
  } finally {
    encrypted.destroy()
    socket.destroy()
  }
}
