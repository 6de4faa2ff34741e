import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { type Certificate, createCertificate, trust } from '../../../test/certificates.ts'
import { record } from '../../ledger/record.ts'
import { deliverDueMail } from './deliver-mail.ts'

const bank = useBank()
let folder: string
let ada: Person

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openteller-mail-'))
  ada = await bank.person()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A real SMTP server with TLS from the start, or by STARTTLS, that records what reaches it. */
async function openTlsServer(secure: boolean, identity: Certificate) {
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
  const identity = await createCertificate(folder, subject)
  if (problem === 'for another name') trust(identity)
  const { received, url } = await openTlsServer(kind === 'TLS', identity)
  expect(await deliverOne(url)).toMatchObject([{ mail_attempts: 1 }])
  expect(received).toEqual({ logins: 0, emails: 0 })
})

test.each(['TLS', 'STARTTLS'])('a mail server (%s) with a valid certificate gets both', async (kind) => {
  const identity = await createCertificate(folder, 'IP:127.0.0.1')
  trust(identity)
  const { received, url } = await openTlsServer(kind === 'TLS', identity)
  expect(await deliverOne(url)).toEqual([])
  expect(received).toEqual({ logins: 1, emails: 1 })
})

/** Tries to send one email; returns the emails that stay queued for a retry. */
async function deliverOne(smtpUrl: string) {
  await bank.owner`update outbox set mail_at = null`
  const notification = { personId: ada.id, kind: 'pin.reset' as const, data: {}, at: bank.now() }
  await bank.sql.begin((tx) => record(tx, { notifications: [notification] }))
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  await deliverDueMail({ ...bank, config: { ...bank.config, smtpUrl }, origin: 'https://bank.example', log })
  return bank.sql<{ mail_attempts: number }[]>`select mail_attempts from outbox where mail_at > ${bank.now()}`
}
