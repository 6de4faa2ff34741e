import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { errorText } from '#contract/texts.ts'
import { useBank } from '../../../test/bank.ts'
import { createPasswords, type Passwords } from '../../crypto/passwords.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { logIn } from './log-in.ts'

const PASSWORD = 'a long sentence that is hard to guess'
const WRONG = { message: 'Invalid e-mail or password.', code: 'wrong_credentials' }
const TOO_MANY = { message: 'Too many attempts. Please try again later.', code: 'too_many' }

const bank = useBank()
let email: string
let address: string
let addresses = 0

beforeEach(async () => {
  email = `${newId()}@login.example`
  address = `10.1.0.${++addresses}`
  const response = await bank.call('POST', '/auths/register', {
    body: { fullName: 'Ada Example', email, password: PASSWORD },
  })
  expect(response.statusCode).toBe(201)
})

const login = (body: object, from = address) =>
  bank.app.inject({ method: 'POST', url: '/api/auths/login', payload: body, remoteAddress: from })
const guess = (from = address) => login({ email, password: 'a guess' }, from)
const right = (from = address) => login({ email, password: PASSWORD }, from)

/** How many failures stand against the address of this test. */
async function countedOf(scope: string) {
  const rows = await bank.sql<{ count: number }[]>`
    select count from attempts where scope = ${scope} order by started_at desc limit 1`
  return rows[0]?.count
}

test('the correct password gets a session token, in any spelling of the address', async () => {
  const response = await login({ email: ` ${email.toUpperCase()} `, password: PASSWORD })
  expect([response.statusCode, Object.keys(response.json())]).toEqual([200, ['token']])
  const { token } = response.json()
  expect((await bank.call('GET', '/users', { token })).json().user).toMatchObject({ email, status: 'Pending' })
})

test('stores only a hash of the token', async () => {
  const { token } = (await right()).json()
  const rows = await bank.owner`select 1 from sessions s where s::text like ${`%${token}%`}`
  expect(rows).toHaveLength(0)
})

test('a wrong password and an unknown email get the same response', async () => {
  const wrong = await guess()
  const unknown = await login({ email: `nobody-${email}`, password: 'a guess' })
  for (const response of [wrong, unknown]) {
    expect([response.statusCode, response.json()]).toEqual([401, { ...WRONG, requestId: expect.any(String) }])
    expect(response.headers['www-authenticate']).toBeUndefined()
  }
})

test('an unknown email costs the same work: one hash verification', async () => {
  const looks: (string | null)[] = []
  const real = createPasswords(bank.keys)
  const counting: Passwords = {
    hash: real.hash,
    verify: (stored, password) => {
      looks.push(stored)
      return real.verify(stored, password)
    },
  }
  const attempt = { password: 'a guess', userAgent: '', address, at: bank.now() }
  await expect(logIn(bank.sql, counting, { ...attempt, email })).rejects.toThrow(WRONG.message)
  await expect(logIn(bank.sql, counting, { ...attempt, email: `nobody-${email}` })).rejects.toThrow(WRONG.message)
  expect(looks).toEqual([expect.stringMatching(/^\$argon2id\$/), null])
})

test('the decoy is a real hash, and its own password is rejected too', async () => {
  expect(await createPasswords(bank.keys).verify(null, 'nobody has this password')).toBe(false)
})

test('checks ten of two hundred concurrent guesses, then rejects the correct password for 15 minutes', async () => {
  const responses = await Promise.all(Array.from({ length: 200 }, () => guess()))
  const refused = responses.filter(({ statusCode }) => statusCode === 429)
  expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
  expect(refused).toHaveLength(190)
  expect(refused[0]?.json()).toMatchObject(TOO_MANY)
  for (const { headers } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900)
  }
  expect((await right('10.2.0.1')).statusCode).toBe(429)
  // Who was turned away took no look, and is not held against the address.
  expect(await countedOf('login address')).toBe(10)

  bank.clock.offsetMs += 15 * 60_000
  expect((await right()).statusCode).toBe(200)
})

test('thirty concurrent correct logins all succeed, also after nine failures', async () => {
  for (let i = 0; i < 9; i++) expect((await guess()).statusCode).toBe(401)
  const responses = await Promise.all(Array.from({ length: 30 }, () => right()))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(200))
  expect(await countedOf('login account')).toBe(9)
  // A right one does not forgive the wrong ones before it.
  expect((await guess()).statusCode).toBe(401)
  expect((await right()).statusCode).toBe(429)
})

test('a hundred failures lock an IP address for every account; successes don’t count', async () => {
  const began = bank.now()
  expect((await guess()).statusCode).toBe(401)
  await bank.owner`
    update attempts set count = 99 where scope = 'login address' and started_at = (
      select max(started_at) from attempts where scope = 'login address')`
  expect((await right()).statusCode).toBe(200)
  expect((await login({ email: `other-${email}`, password: 'a guess' })).statusCode).toBe(401)
  const refused = await right()
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many'])
  expect((await right('10.2.0.2')).statusCode).toBe(200)
  // The refused look was not counted against the account either.
  const [most] = await bank.sql`
    select max(count) as count from attempts where scope = 'login account' and started_at >= ${began}`
  expect(most?.count).toBe(1)
})

test('rejects a password that was changed during the login', async () => {
  const real = createPasswords(bank.keys)
  const changing: Passwords = {
    hash: real.hash,
    verify: async (stored, password) => {
      const response = await real.verify(stored, password)
      await bank.owner`update people set password_hash = 'another' where email = ${email}`
      return response
    },
  }
  const attempt = { email, password: PASSWORD, userAgent: '', address, at: bank.now() }
  await expect(logIn(bank.sql, changing, attempt)).rejects.toThrow(Refusal)
  expect(
    await bank.sql`select 1 from sessions s join people p on p.id = s.person_id where p.email = ${email}`,
  ).toHaveLength(0)
})

test.each([
  ['nothing', {}, 'Please fill all required fields.'],
  ['empty texts', { email: '', password: '' }, 'Please fill all required fields.'],
  ['no password', { email: 'a@b.example' }, 'Please fill all required fields.'],
  ['a number', { email: 5, password: 'x' }, 'Please fill all required fields.'],
  ['a role', { email: 'a@b.example', password: 'x', role: 'Admin' }, 'Unknown field.'],
  [
    'a long password',
    { email: 'a@b.example', password: 'x'.repeat(1025) },
    'The password can have at most 1,024 bytes.',
  ],
  ['a NUL', { email: 'a@b.example\u0000', password: 'x' }, 'E-mail has characters that can’t be stored.'],
])('login with %s: 400', async (_, body, text) => {
  const response = await login(body)
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid'])
  expect(errorText(response.json())).toBe(text)
})

test('rejects an unknown address that grows when normalized as wrong credentials', async () => {
  const response = await login({ email: 'ﷺ'.repeat(1024), password: 'x' })
  expect([response.statusCode, response.json().code]).toEqual([401, 'wrong_credentials'])
})

test('logging out ends only this session, immediately', async () => {
  const [here, elsewhere] = [(await right()).json().token, (await right()).json().token]
  const open = async (token: string) => (await bank.call('GET', '/users', { token })).statusCode
  expect([await open(here), await open(elsewhere)]).toEqual([200, 200])
  const response = await bank.call('POST', '/auths/logout', { token: here })
  expect([response.statusCode, response.body]).toEqual([204, ''])
  expect([await open(here), await open(elsewhere)]).toEqual([401, 200])
  expect((await bank.call('POST', '/auths/logout', { token: here })).json().code).toBe('unauthenticated')
})
