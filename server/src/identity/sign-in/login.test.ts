import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { errorText } from '#contract/texts.ts'
import { useBank } from '../../../test/bank.ts'
import { createPasswords, type Passwords } from '../../platform/crypto/passwords.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { relyingParty } from '../relying-party.ts'
import { logIn } from './log-in.ts'

const PASSWORD = 'a long sentence that is hard to guess'
const WRONG = { message: 'Invalid e-mail or password.', code: 'wrong_credentials' }

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

test('the correct password gets a session token of its own, in any spelling of the address', async () => {
  const response = await login({ email: ` ${email.toUpperCase()} `, password: PASSWORD })
  expect([response.statusCode, Object.keys(response.json())]).toEqual([200, ['token']])
  const { token } = response.json()
  expect((await bank.call('GET', '/users', { token })).json().user).toMatchObject({ email, status: 'Pending' })
  // Each session has a token of its own, of 256 bits.
  const { token: other } = (await right()).json()
  expect(other).not.toBe(token)
  expect(other).toMatch(/^[\w-]{43}$/)
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
  const attempt = { password: 'a guess', origin: { userAgent: '', address, deviceId: newId() }, at: bank.now() }
  await expect(logIn(bank.sql, counting, relyingParty(bank.config), { ...attempt, email })).rejects.toThrow(
    WRONG.message,
  )
  await expect(
    logIn(bank.sql, counting, relyingParty(bank.config), { ...attempt, email: `nobody-${email}` }),
  ).rejects.toThrow(WRONG.message)
  expect(looks).toEqual([expect.stringMatching(/^\$argon2id\$/), null])
})

test('the decoy is a real hash, and its own password is rejected too', async () => {
  expect(await createPasswords(bank.keys).verify(null, 'nobody has this password')).toBe(false)
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
  const attempt = { email, password: PASSWORD, origin: { userAgent: '', address, deviceId: newId() }, at: bank.now() }
  await expect(logIn(bank.sql, changing, relyingParty(bank.config), attempt)).rejects.toThrow(Refusal)
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
