import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { record } from '../../ledger/record.ts'
import { deliverDueMail } from './deliver-mail.ts'

const bank = useBank()
const trusted = getCACertificates('default')
let folder: string
let ada: Person

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openteller-mail-'))
  ada = await bank.person()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A certificate that is its own authority, for one name or address. */
async function createCertificate(subject: string) {
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', key, '-out', certificate, '-days', '2']
  const names = ['-subj', '/CN=mail', '-addext', `subjectAltName=${subject}`]
  await promisify(execFile)('openssl', ['req', '-x509', ...curve, ...files, ...names])
  return { key: await readFile(key), cert: await readFile(certificate, 'utf8') }
}

/** A real SMTP server with TLS from the start, or by STARTTLS, that records what reaches it. */
async function openTlsServer(secure: boolean, identity: { key: Buffer; cert: string }) {
  const received = { logins: 0, emails: 0 }
  const server = new SMTPServer({
    secure,
    ...identity,
    onAuth: ({ username, password }, _session, callback) => {
      if (username === 'bank' && password === 'mail secret') received.logins++
      callback(null, { user: 'bank' })
    },
    onData: (stream, _session, callback) => {
      received.emails++
      stream.resume().on('end', () => callback())
    },
    closeTimeout: 100,
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { received, url: `${secure ? 'smtps' : 'smtp'}://bank:mail%20secret@127.0.0.1:${port}` }
}

test.each([
  ['TLS', 'of an unknown authority', 'IP:127.0.0.1'],
  ['TLS', 'for another name', 'DNS:mail.example'],
  ['STARTTLS', 'of an unknown authority', 'IP:127.0.0.1'],
  ['STARTTLS', 'for another name', 'DNS:mail.example'],
])('a mail server (%s) with a certificate %s gets no password and no email', async (kind, problem, subject) => {
  const identity = await createCertificate(subject)
  if (problem === 'for another name') trust(identity)
  const { received, url } = await openTlsServer(kind === 'TLS', identity)
  expect(await deliverOne(url)).toMatchObject([{ mail_attempts: 1 }])
  expect(received).toEqual({ logins: 0, emails: 0 })
})

test.each(['TLS', 'STARTTLS'])('a mail server (%s) with a valid certificate gets both', async (kind) => {
  const identity = await createCertificate('IP:127.0.0.1')
  trust(identity)
  const { received, url } = await openTlsServer(kind === 'TLS', identity)
  expect(await deliverOne(url)).toEqual([])
  expect(received).toEqual({ logins: 1, emails: 1 })
})

function trust({ cert }: { cert: string }) {
  setDefaultCACertificates([...trusted, cert])
  onTestFinished(() => setDefaultCACertificates(trusted))
}

/** Tries to send one email; returns the emails that stay queued for a retry. */
async function deliverOne(smtpUrl: string) {
  await bank.owner`update outbox set mail_at = null`
  const notification = { personId: ada.id, kind: 'pin.reset' as const, data: {}, at: bank.now() }
  await bank.sql.begin((tx) => record(tx, { notifications: [notification] }))
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  await deliverDueMail({ ...bank, config: { ...bank.config, smtpUrl }, origin: 'https://bank.example', log })
  return bank.sql<{ mail_attempts: number }[]>`select mail_attempts from outbox where mail_at > ${bank.now()}`
}
