import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf } from '../../../test/money.ts'

type Options = { refusesLogin?: boolean; refusesReceiver?: boolean }

let server: SMTPServer
const received: string[] = []

/** A real mail server on the loopback address. */
async function openMailServer({ refusesLogin = false, refusesReceiver = false }: Options = {}): Promise<string> {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) =>
      refusesLogin ? callback(new Error('No')) : callback(null, { user: 'bank' }),
    onRcptTo: (_address, _session, callback) => (refusesReceiver ? callback(new Error('No')) : callback()),
    onData: (stream, _session, callback) => {
      let text = ''
      stream.on('data', (bytes: Buffer) => {
        text += bytes
      })
      stream.on('end', () => {
        received.push(text)
        callback()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
}
afterEach(async () => {
  received.length = 0
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
})

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', fullName: 'Grace Admin', email: 'grace@people.example' })
})

/** The configuration of an open bank is read at every call. */
const mailGoesTo = (smtpUrl: string | null) => Object.assign(bank.config, { smtpUrl })
const send = (by = admin) => by.call('POST', '/settings/test-mail')

test('goes to whoever asks, at once, and the answer says where', async () => {
  mailGoesTo(`smtp://${await openMailServer()}`)
  const answer = await send()
  expect([answer.statusCode, answer.json()]).toEqual([200, { sentTo: 'grace@people.example' }])
  expect(received).toHaveLength(1)
  expect(received[0]).toMatch(/^To: Grace Admin <grace@people\.example>/m)
  expect(received[0]).toMatch(/^Subject: Test e-mail/m)
})

test('a wrong password is told as that, without the mail server’s own words', async () => {
  mailGoesTo(`smtp://bank:wrong@${await openMailServer({ refusesLogin: true })}`)
  expect(refusalOf(await send())).toEqual({
    status: 409,
    code: 'mail_failed',
    message: 'The mail server refused the address or the password.',
  })
})

test('a refused receiver, and a server that is not there', async () => {
  const address = await openMailServer({ refusesReceiver: true })
  mailGoesTo(`smtp://${address}`)
  expect(refusalOf(await send())).toMatchObject({ message: 'The mail server refused the sender or the receiver.' })
  await new Promise<void>((resolve) => server.close(() => resolve()))
  expect(refusalOf(await send())).toMatchObject({ status: 409, message: 'The mail server could not be reached.' })
})

test('nothing set up: said so', async () => {
  mailGoesTo(null)
  expect(refusalOf(await send())).toEqual({
    status: 409,
    code: 'mail_not_set_up',
    message: 'Set up the mail account first.',
  })
})

test('is for administrators', async () => {
  expect(refusalOf(await send(await bank.person()))).toMatchObject({ status: 403, code: 'forbidden' })
})
