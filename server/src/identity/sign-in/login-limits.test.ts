import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { cookieOf } from '../../../test/device-cookie.ts'
import { enrolTotp } from '../../../test/factors.ts'
import { setPassword } from '../../../test/password.ts'
import { totpCode } from '../../../test/totp-code.ts'
import { signResetToken } from '../password/reset-links.ts'

const PASSWORD = 'a long sentence that is hard to guess'
const TOO_MANY = { message: 'Too many attempts. Please try again later.', code: 'too_many' }

const bank = useBank()
let email: string
/** Of the browser in which the account was opened. */
let known: string
let id: string
let address: string
let addresses = 0

beforeEach(async () => {
  // Attempts are counted by time.
  bank.clock.stop()
  email = `${newId()}@login.example`
  address = `10.1.0.${++addresses}`
  const body = { fullName: 'Ada Example', email, password: PASSWORD }
  const response = await bank.call('POST', '/auths/register', { body })
  expect(response.statusCode).toBe(201)
  known = cookieOf(response)
  id = response.json()._id
  await setPassword(bank, id, PASSWORD)
})

type Client = { from?: string; cookie?: string }
const login = (body: object, { from = address, cookie = '' }: Client = {}) =>
  bank.app.inject({
    method: 'POST',
    url: '/api/auths/login',
    payload: body,
    remoteAddress: from,
    headers: cookie ? { cookie } : {},
  })
const guess = (from?: Client) => login({ email, password: 'a guess' }, from)
const right = (from?: Client) => login({ email, password: PASSWORD }, from)
const statusOf = async (response: ReturnType<typeof login>) => (await response).statusCode

/** How often each status was the response. */
async function statuses(responses: ReturnType<typeof login>[]) {
  const counts: Record<number, number> = {}
  for (const { statusCode } of await Promise.all(responses)) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}

/** The newest count of this scope. */
async function countedOf(scope: string) {
  const rows = await bank.sql<{ count: number }[]>`
    select count from attempts where scope = ${scope} order by started_at desc limit 1`
  return rows[0]?.count
}

test('checks ten of two hundred concurrent guesses from an address, then rejects the correct password for 15 minutes', async () => {
  const responses = await Promise.all(Array.from({ length: 200 }, () => guess()))
  const refused = responses.filter(({ statusCode }) => statusCode === 429)
  expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
  expect(refused).toHaveLength(190)
  expect(refused[0]?.json()).toMatchObject(TOO_MANY)
  for (const { headers } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900)
  }
  expect(await statusOf(right())).toBe(429)
  // Refused guesses were not compared, and are not held against the account or the address.
  expect([await countedOf('login account'), await countedOf('login address')]).toEqual([10, 10])
  expect(await statusOf(right({ from: '10.2.0.1' }))).toBe(200)

  bank.clock.offsetMs += 15 * 60_000
  expect(await statusOf(right())).toBe(200)
})

test('two hundred guesses from fifty addresses get thirty looks and leave the known device able to log in', async () => {
  const attack = Array.from({ length: 200 }, (_, i) => guess({ from: `10.9.${addresses}.${i % 50}` }))
  // The owner does not wait behind the attack either.
  const duringAttack = await right({ cookie: known })
  expect(duringAttack.statusCode).toBe(200)
  expect(await statuses(attack)).toEqual({ 401: 30, 429: 170 })
  expect(await statusOf(right({ from: '10.8.0.1' }))).toBe(429)
  // Also from an address of the attack.
  expect(await statusOf(right({ from: `10.9.${addresses}.1`, cookie: known }))).toBe(200)
}, 60_000)

test('a known device has ten guesses of its own, exact in parallel, which count for no other', async () => {
  expect(await statuses(Array.from({ length: 40 }, () => guess({ cookie: known })))).toEqual({ 401: 10, 429: 30 })
  expect(await statusOf(right({ cookie: known }))).toBe(429)
  expect(await statusOf(right())).toBe(200)
})

test('the device of another person, a forged cookie and one older than 90 days are unknown devices, not errors', async () => {
  const other = { fullName: 'Grace Example', email: `other-${email}`, password: PASSWORD }
  const foreign = cookieOf(await bank.call('POST', '/auths/register', { body: other }))
  const [name = '', value = ''] = known.split('=')
  const flipped = value[5] === 'A' ? 'B' : 'A'
  const cookies = [
    foreign,
    known.slice(0, -4),
    `${name}=${value.slice(0, 5)}${flipped}${value.slice(6)}`,
    `${name}=`,
    `${name}=%E0%A4%A; ${'x'.repeat(3_000)}`,
    `;;=; =${value}`,
  ]
  for (const cookie of cookies) expect([cookie, await statusOf(guess({ cookie }))]).toEqual([cookie, 401])
  expect(await countedOf('login account')).toBe(cookies.length)
  expect(await bank.sql`select 1 from attempts where scope = 'login account and device' and count > 10`).toHaveLength(0)

  bank.clock.offsetMs += 90 * 86_400_000
  expect(await statuses(Array.from({ length: 12 }, () => guess({ cookie: known })))).toEqual({ 401: 10, 429: 2 })
  expect(await countedOf('login account and address')).toBe(10)
})

test('thirty concurrent correct logins all succeed, also after nine failures', async () => {
  for (let i = 0; i < 9; i++) expect(await statusOf(guess())).toBe(401)
  expect(await statuses(Array.from({ length: 30 }, () => right()))).toEqual({ 200: 30 })
  expect(await countedOf('login account and address')).toBe(9)
  // A correct password does not clear the failures before it.
  expect(await statusOf(guess())).toBe(401)
  expect(await statusOf(right())).toBe(429)
})

test('a hundred failures lock an IP address for every account but not for known devices; successes don’t count', async () => {
  const began = bank.now()
  expect(await statusOf(guess())).toBe(401)
  await bank.owner`
    update attempts set count = 99 where scope = 'login address' and started_at = (
      select max(started_at) from attempts where scope = 'login address')`
  expect(await statusOf(right())).toBe(200)
  expect(await statusOf(login({ email: `other-${email}`, password: 'a guess' }))).toBe(401)
  const refused = await right()
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many'])
  expect(await statusOf(right({ from: '10.2.0.2' }))).toBe(200)
  expect(await statusOf(right({ cookie: known }))).toBe(200)
  // The refused attempt was not counted against the account either.
  const [most] = await bank.sql`
    select max(count) as count from attempts where scope like 'login account%' and started_at >= ${began}`
  expect(most?.count).toBe(1)
})

test('counts the addresses of an IPv6 /64 as one, and a mapped IPv4 address as itself', async () => {
  const inNetwork = Array.from({ length: 30 }, (_, i) => guess({ from: `2001:db8:${addresses}:1::${i + 1}` }))
  expect(await statuses(inNetwork)).toEqual({ 401: 10, 429: 20 })
  expect(await statusOf(guess({ from: `2001:db8:${addresses}:2::1` }))).toBe(401)
  for (let i = 0; i < 5; i++) expect(await statusOf(guess())).toBe(401)
  for (let i = 0; i < 5; i++) expect(await statusOf(guess({ from: `::ffff:${address}` }))).toBe(401)
  expect(await statusOf(guess())).toBe(429)
})

test('a person whose device and address used up their guesses can log in with a new password from there', async () => {
  for (let i = 0; i < 10; i++) await guess({ cookie: known })
  for (let i = 0; i < 10; i++) await guess()
  await bank.call('POST', '/auths/forgot', { body: { email } })
  const [link] = await bank.sql<{ id: string; expires_at: Date }[]>`
    select id, expires_at from password_resets where person_id = ${id}`
  if (!link) throw new Error('There is no link')
  const reset = await bank.app.inject({
    method: 'POST',
    url: '/api/auths/reset',
    remoteAddress: address,
    headers: { cookie: known },
    payload: {
      token: signResetToken(bank.keys.link, { id: link.id, expiresAt: link.expires_at }),
      password: PASSWORD,
    },
  })
  expect(reset.statusCode).toBe(204)
  // The first of these makes the device known again; its own count must be clear too.
  for (let i = 0; i < 2; i++) expect(await statusOf(right({ cookie: known }))).toBe(200)
  expect(await statusOf(right())).toBe(200)
})

test('wrong codes are counted over all challenges; a known device has its own ten', async () => {
  const token = (await right({ cookie: known })).json().token
  const person = { call: (method, path, options = {}) => bank.call(method, path, { token, ...options }) } as Person
  const { secret } = await enrolTotp(person, bank.now)
  bank.clock.offsetMs += 30_000
  const totp = totpCode(secret, bank.now())
  const wrong = totp === '000000' ? '000001' : '000000'
  const openChallenge = async (cookie?: string): Promise<string> =>
    (await right({ from: '10.7.0.1', ...(cookie ? { cookie } : {}) })).json().challenge
  const verify = (challenge: string, code: string, cookie = '') =>
    bank.call('POST', '/auths/login/verify', {
      body: { challenge, totp: code },
      ...(cookie ? { headers: { cookie } } : {}),
    })
  const challenges = await Promise.all(Array.from({ length: 4 }, () => openChallenge()))
  const guesses = challenges.flatMap((challenge) => Array.from({ length: 5 }, () => verify(challenge, wrong)))
  expect(await statuses(guesses)).toEqual({ 401: 10, 429: 10 })
  const late = await verify(await openChallenge(), totp)
  expect([late.statusCode, late.json().code]).toEqual([429, 'too_many'])
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)

  // The known device: five wrong ones leave it five more, and a correct one takes its count back.
  const own = await openChallenge(known)
  expect(await statuses(Array.from({ length: 4 }, () => verify(own, wrong, known)))).toEqual({ 401: 4 })
  expect((await verify(own, totp, known)).statusCode).toBe(200)
  expect(await countedOf('login code device')).toBe(4)
})
