import { v7 as newId } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { cookieOf } from '../../../test/device-cookie.ts'
import { enrolTotp } from '../../../test/factors.ts'
import { openMailServer, type TestMailServer } from '../../../test/mail-server.ts'
import { refusalOf } from '../../../test/money.ts'
import { deliverDueMail } from '../../notifications/mail/deliver-mail.ts'
import { signLink } from '../../platform/crypto/signed-links.ts'

const PASSWORD = 'a long sentence for tests'
const NEW_PASSWORD = 'another long sentence'
const HOUR_MS = 3_600_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const ORIGIN = 'https://bank.example'

let mailServer: TestMailServer
const bank = useBank(async () => {
  mailServer = await openMailServer()
  return { config: { smtpUrl: mailServer.url, bankTimeZone: 'Europe/Zurich' } }
})
afterAll(() => mailServer.close())

let email: string
let id: string
/** Of the browser in which the account was opened. */
let known: string
beforeEach(async () => {
  email = `${newId()}@devices.example`
  const body = { fullName: 'Ada Example', email, password: PASSWORD }
  const response = await bank.call('POST', '/auths/register', { body })
  known = cookieOf(response)
  id = response.json()._id
})

type LogInRequest = { cookie?: string; userAgent?: string; password?: string; url?: string; account?: string }
const logIn = ({
  cookie = '',
  userAgent = FIREFOX,
  password = PASSWORD,
  url = '/api/auths/login',
  account,
}: LogInRequest = {}) =>
  bank.app.inject({
    method: 'POST',
    url,
    payload: { email: account ?? email, password },
    remoteAddress: '203.0.113.7',
    headers: { 'user-agent': userAgent, ...(cookie ? { cookie } : {}) },
  })
const isSignedIn = async (token: string) => (await bank.call('GET', '/users', { token })).statusCode === 200
const secure = (token: string) => bank.call('POST', '/auths/secure-account', { body: { token } })
const reset = (token: string) => bank.call('POST', '/auths/reset', { body: { token, password: NEW_PASSWORD } })

async function deliver() {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  while ((await deliverDueMail({ ...bank, origin: ORIGIN, log })) === 'a batch');
  return mailServer.collect()
}
/** The ones to this test's person: other tests leave some undelivered. */
const newDeviceMails = async () =>
  (await deliver()).filter(
    ({ subject, to }) => subject === 'New log-in to your account' && to?.some((one) => one.address?.endsWith(email)),
  )
/** Logs in as a thief who has the password, and returns their session and the token of the owner's email. */
async function breakIn() {
  const response = await logIn()
  const [mail] = await newDeviceMails()
  const [, link = ''] = /^https:\/\/bank\.example\/secure-account#token=([\w-]+)$/m.exec(mail?.text ?? '') ?? []
  return { token: response.json().token as string, cookie: cookieOf(response), link }
}

test('a log-in from a new device is told by email, in plain words, and in the bell', async () => {
  const response = await logIn()
  const [mail, ...others] = await newDeviceMails()
  expect(others).toEqual([])
  expect(mail?.to).toMatchObject([{ address: email }])
  expect(mail?.text).toMatch(/^Time: \w+ \d+, \d{4} at \d+:\d\d\s[AP]M \(Europe\/Zurich\)$/m)
  expect(mail?.text).toContain('Browser: Firefox on Linux\nAddress: 203.0.113.7\n')
  expect(mail?.html).toMatch(
    /<a href="https:\/\/bank\.example\/secure-account#token=[\w-]{75}" style="[^"]+">This wasn’t me<\/a>/,
  )
  const bell = await bank.call('GET', '/notifications', { token: response.json().token })
  expect(bell.body).toContain('login.new_device')
})

test('the email does not repeat the text of an unknown client', async () => {
  await logIn({ userAgent: 'Your account is blocked, call +1 555 0199' })
  const [mail] = await newDeviceMails()
  expect(mail?.text).toContain('Browser: Unknown\n')
  expect(mail?.text).not.toContain('0199')
})

test('no email when the device is known: from the registration, or from an earlier log-in, for 90 days', async () => {
  expect((await logIn({ cookie: known })).statusCode).toBe(200)
  expect(await newDeviceMails()).toHaveLength(0)
  const second = cookieOf(await logIn())
  expect(await newDeviceMails()).toHaveLength(1)
  bank.clock.offsetMs += 89 * 24 * HOUR_MS
  const renewed = cookieOf(await logIn({ cookie: second, url: '/auths/login' }))
  expect(await newDeviceMails()).toHaveLength(0)
  bank.clock.offsetMs += 24 * HOUR_MS
  await logIn({ cookie: renewed })
  expect(await newDeviceMails()).toHaveLength(0)
  await logIn({ cookie: known })
  expect(await newDeviceMails()).toHaveLength(1)
})

test('two log-ins at once from one new device send one email; one device can be known to several people', async () => {
  const account = `other-${email}`
  await bank.call('POST', '/auths/register', {
    body: { fullName: 'Grace Example', email: account, password: PASSWORD },
  })
  await Promise.all([logIn({ account, cookie: known }), logIn({ account, cookie: known })])
  expect(await newDeviceMails()).toHaveLength(1)
  await Promise.all([logIn({ account, cookie: known }), logIn({ cookie: known })])
  expect(await newDeviceMails()).toHaveLength(0)
})

test('the cookie is HttpOnly, SameSite=Strict, lasts 90 days, and is no session', async () => {
  const attributes = { httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 90 * 86_400 }
  const [cookie] = (await logIn()).cookies
  expect(cookie).toMatchObject(attributes)
  expect((await bank.call('GET', '/users', { headers: { cookie: known } })).statusCode).toBe(401)
  expect(await isSignedIn(String(cookie?.value))).toBe(false)
  expect((await logIn({ password: 'a guess' })).cookies).toEqual([])
  const stored = await bank.owner`select 1 from known_devices d where d::text like ${`%${cookie?.value.slice(0, 20)}%`}`
  expect(stored).toHaveLength(0)
})

test('the link ends all sessions, voids the password, removes the thief’s factor and PIN, forgets all devices and leads to a new password', async () => {
  const own = (await logIn({ cookie: known })).json().token
  const thief = await breakIn()
  // The thief changes the password first; the link must survive that.
  const change = { password: PASSWORD, newPassword: 'of the thief' }
  await bank.call('PUT', '/users/password', { token: thief.token, body: change })
  const stolen = {
    call: (method, path, options) => bank.call(method, path, { token: thief.token, ...options }),
  } as Person
  await enrolTotp(stolen, bank.now)
  const pin = await stolen.call('POST', '/users/create-transaction-code', { body: { pin: '4711' } })
  expect(pin.statusCode, pin.body).toBe(201)
  const response = await secure(thief.link)
  expect(await bank.sql`select 1 from accounts where id = ${id} and pin_hash is not null`).toHaveLength(0)
  expect([response.statusCode, Object.keys(response.json())]).toEqual([200, ['resetToken']])
  expect([await isSignedIn(own), await isSignedIn(thief.token)]).toEqual([false, false])
  for (const password of [PASSWORD, 'of the thief']) expect((await logIn({ password })).statusCode).toBe(401)
  expect(await bank.sql`select 1 from known_devices where person_id = ${id}`).toHaveLength(0)

  expect((await reset(response.json().resetToken)).statusCode).toBe(204)
  expect((await reset(response.json().resetToken)).json()).toMatchObject({ code: 'link_expired' })
  expect((await logIn({ password: NEW_PASSWORD })).json()).toEqual({ token: expect.any(String) })
})

test('the link restores an address that the thief has changed and confirmed, so that no reset goes there', async () => {
  const thief = await breakIn()
  const theirs = `thief-${newId()}@evil.example`
  const changed = await bank.call('PUT', '/users/update', { token: thief.token, body: { email: theirs } })
  expect(changed.statusCode, changed.body).toBe(200)
  const [confirmation] = (await deliver()).filter(({ to }) => to?.some(({ address }) => address === theirs))
  const [, token = ''] = /confirm-email#token=([\w-]+)/.exec(confirmation?.text ?? '') ?? []
  expect((await bank.call('POST', '/auths/confirm-email', { body: { token } })).statusCode).toBe(204)

  const { resetToken } = (await secure(thief.link)).json()
  const restored = (await deliver()).filter(({ subject }) => subject?.startsWith('Your email address is back'))
  expect(restored.map(({ to }) => to?.[0]?.address)).toEqual([email])
  expect((await reset(resetToken)).statusCode).toBe(204)
  expect((await logIn({ password: NEW_PASSWORD })).json()).toEqual({ token: expect.any(String) })
  await bank.call('POST', '/auths/forgot', { body: { email: theirs } })
  expect((await deliver()).flatMap(({ to }) => to ?? []).map(({ address }) => address)).not.toContain(theirs)
})

test('the link works once, also for two clicks at the same moment, and for 72 hours', async () => {
  const { link } = await breakIn()
  const both = await Promise.all([secure(link), secure(link)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  const late = await breakInAfterReset(both)
  bank.clock.offsetMs += 72 * HOUR_MS
  expect(refusalOf(await secure(late))).toMatchObject({ status: 400, code: 'link_expired' })
  expect((await logIn({ password: NEW_PASSWORD })).statusCode).toBe(200)
})

async function breakInAfterReset(responses: Awaited<ReturnType<typeof secure>>[]) {
  for (const response of responses) if (response.statusCode === 200) await reset(response.json().resetToken)
  await deliver()
  await logIn({ password: NEW_PASSWORD })
  const [mail] = await newDeviceMails()
  return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

test('rejects forged links, links of another purpose and of a session from a known device; nothing changes', async () => {
  const { token, link, cookie } = await breakIn()
  const own = (await logIn({ cookie: known })).json().token
  const [session] = await bank.sql<{ id: string }[]>`
    select id from sessions where person_id = ${id} and not new_device`
  const expiresAt = new Date(bank.now().getTime() + HOUR_MS)
  const forged = [
    'x',
    // Not the last character, which has bits that no byte needs.
    `${link.slice(0, -2)}${link.at(-2) === 'A' ? 'B' : 'A'}${link.at(-1)}`,
    cookie.split('=')[1] ?? '',
    signLink(bank.keys.link, 'password reset', { id: session?.id ?? '', expiresAt }),
    signLink(bank.keys.link, 'secure account', { id: session?.id ?? '', expiresAt }),
    signLink(bank.keys.link, 'secure account', { id: newId(), expiresAt }),
  ]
  for (const one of forged) expect(refusalOf(await secure(one))).toMatchObject({ status: 400, code: 'link_expired' })
  expect(refusalOf(await secure(''))).toMatchObject({ status: 400, code: 'invalid' })
  expect((await reset(link)).json()).toMatchObject({ code: 'link_expired' })
  expect([await isSignedIn(own), await isSignedIn(token)]).toEqual([true, true])
})

test('a new password and ending a device’s session make the thief’s device unknown again', async () => {
  const thief = await breakIn()
  const own = (await logIn({ cookie: known })).json().token
  const devices = (await bank.call('GET', '/users/devices', { token: own })).json()
  const { _id } = devices.find(({ current }: { current: boolean }) => !current)
  expect((await bank.call('DELETE', `/users/devices/${_id}`, { token: own })).statusCode).toBe(204)
  await logIn({ cookie: thief.cookie })
  expect(await newDeviceMails()).toHaveLength(1)

  // Now known once more, until the owner changes the password, which leaves only the owner's device known.
  const change = { password: PASSWORD, newPassword: NEW_PASSWORD }
  expect((await bank.call('PUT', '/users/password', { token: own, body: change })).statusCode).toBe(204)
  await logIn({ password: NEW_PASSWORD, cookie: known })
  expect(await newDeviceMails()).toHaveLength(0)
  await logIn({ password: NEW_PASSWORD, cookie: thief.cookie })
  expect(await newDeviceMails()).toHaveLength(1)
})

test('lists the own sign-ins of 30 days, latest first, with browser, address, method and new device', async () => {
  await logIn()
  bank.clock.offsetMs += 1_000
  const { token } = (await logIn({ cookie: known, userAgent: 'curl/8' })).json()
  await bank.call('POST', '/auths/logout', { token })
  const later = (await logIn({ cookie: known })).json().token
  const list = async (session: string) => (await bank.call('GET', '/users/sign-ins', { token: session })).json()
  const row = { _id: expect.any(String), at: expect.any(String), address: '203.0.113.7', method: 'password' }
  expect(await list(later)).toEqual([
    { ...row, userAgent: FIREFOX, newDevice: false },
    { ...row, userAgent: 'curl/8', newDevice: false },
    { ...row, userAgent: FIREFOX, newDevice: true },
  ])
  bank.clock.offsetMs += 31 * 24 * HOUR_MS
  expect(await list((await logIn({ cookie: known })).json().token)).toHaveLength(1)
  const other = await bank.person()
  expect(await list(other.token)).toMatchObject([{ userAgent: 'test' }])
})
