import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { openMailServer, type TestMailServer } from '../../../test/mail-server.ts'
import { refusalOf } from '../../../test/money.ts'

const bank = useBank()
let mailServer: TestMailServer
let admin: Person
beforeAll(async () => {
  mailServer = await openMailServer()
  admin = await bank.person({ role: 'Admin', fullName: 'Grace Admin', email: 'grace@people.example' })
})
afterEach(() => {
  mailServer.state.behavior = 'accepts'
  mailServer.collect()
})
afterAll(() => mailServer.close())

/** The bank reads its configuration at every call. */
const setSmtpUrl = (smtpUrl: string | null) => Object.assign(bank.config, { smtpUrl })
const send = (by = admin) => by.call('POST', '/settings/test-mail')

test('sends an email to the administrator at once and returns the address', async () => {
  setSmtpUrl(mailServer.url)
  const response = await send()
  expect([response.statusCode, response.json()]).toEqual([200, { sentTo: 'grace@people.example' }])
  expect(mailServer.collect()).toMatchObject([
    { subject: 'Test email', to: [{ name: 'Grace Admin', address: 'grace@people.example' }] },
  ])
})

test('reports a wrong password without the mail server’s own message', async () => {
  setSmtpUrl(mailServer.url.replace('//', '//bank:wrong@'))
  mailServer.state.behavior = 'rejects login'
  expect(refusalOf(await send())).toEqual({
    status: 409,
    code: 'mail_failed',
    message: 'The mail server refused the address or the password.',
  })
})

test('reports a rejected recipient and an unreachable mail server', async () => {
  setSmtpUrl(mailServer.url)
  mailServer.state.behavior = 'rejects permanently'
  expect(refusalOf(await send())).toMatchObject({ message: 'The mail server refused the sender or the receiver.' })
  await mailServer.close()
  expect(refusalOf(await send())).toMatchObject({ status: 409, message: 'The mail server could not be reached.' })
  await mailServer.open()
})

test('reports a missing mail account', async () => {
  setSmtpUrl(null)
  expect(refusalOf(await send())).toEqual({
    status: 409,
    code: 'mail_not_set_up',
    message: 'Set up the mail account first.',
  })
})
