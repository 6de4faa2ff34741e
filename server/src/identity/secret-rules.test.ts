import { describe, expect, test } from 'vitest'
import {
  PASSWORD_COMMON_TEXT as COMMON,
  findPinProblem,
  PASSWORD_PERSONAL_TEXT as PERSONAL,
  PIN_COMMON_TEXT,
  PASSWORD_TOO_SHORT_TEXT as SHORT,
} from '#contract/identity/secret-rules.ts'
import { useBank } from '../../test/bank.ts'
import { createPasswords } from '../platform/crypto/passwords.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { openResetLink, signResetToken } from './password/reset-links.ts'

const owner = { fullName: 'Zoë Example-Li', email: 'Zoe.Stark@People.example' }
const GOOD = 'a long sentence that is hard to guess'

const refused: [string, string][] = [
  ['x', SHORT],
  ['7 chars', SHORT],
  ['🔑🔑🔑🔑', SHORT],
  ['password', COMMON],
  ['PassWord', COMMON],
  ['12345678', COMMON],
  ['qwertyuiop', COMMON],
  ['trustno1', COMMON],
  ['my zoe.stark 2026', PERSONAL],
  ['ZOE.STARK@PEOPLE.EXAMPLE!', PERSONAL],
  ['an EXAMPLE of mine', PERSONAL],
]
const accepted = [GOOD, 'zoë li and the rest', 'stark winters', '8 chars!', 'пароль длинный', '        . .']

const bank = useBank({ config: { secretRules: true } })
const register = (password: string, given: object = {}) =>
  bank.call('POST', '/auths/register', { body: { ...owner, password, ...given } })
const countPeople = async () => (await bank.sql`select id from people`).length
const invalid = (path: string, msg: string) => ({ code: 'invalid', errors: [{ msg, path }] })

test.each(refused)('refuses to register with the password %j', async (password, msg) => {
  const response = await register(password)
  expect([response.statusCode, response.json()]).toMatchObject([400, invalid('password', msg)])
  expect(await countPeople()).toBe(0)
})

test('registers with other passwords', async () => {
  const people = accepted.map((password, at) => register(password, { email: `zoe.stark@${at}.example` }))
  expect((await Promise.all(people)).map(({ statusCode }) => statusCode)).toEqual(accepted.map(() => 201))
})

describe('a customer with a password from before the rules', () => {
  async function longStanding() {
    const passwordHash = await createPasswords(bank.keys).hash('x')
    const person = await bank.person({ fullName: 'Grace Longstanding', pin: null })
    await bank.owner`update people set password_hash = ${passwordHash} where id = ${person.id}`
    const login = (password: string) =>
      bank.call('POST', '/auths/login', { body: { email: person.email, password } }).then((r) => r.statusCode)
    return { ...person, login }
  }

  test('still logs in with it, and can’t change or reset it to a weak one', async () => {
    const grace = await longStanding()
    expect(await grace.login('x')).toBe(200)
    const change = (newPassword: string) =>
      grace.call('PUT', '/users/password', { body: { password: 'x', newPassword } })
    expect((await change('password1')).json()).toMatchObject(invalid('newPassword', COMMON))
    expect((await change('longstanding!')).json()).toMatchObject(invalid('newPassword', PERSONAL))

    const link = await inTransaction(bank.sql, (tx) => openResetLink(tx, grace.id, bank.now()))
    const token = signResetToken(bank.keys.link, link)
    const reset = (password: string) => bank.call('POST', '/auths/reset', { body: { token, password } })
    for (const [password, msg] of [['short', SHORT] as const, [`oh ${grace.email}`, PERSONAL] as const]) {
      const response = await reset(password)
      expect([response.statusCode, response.json()]).toMatchObject([400, invalid('password', msg)])
    }
    expect(await grace.login('x')).toBe(200)
    // A refused password leaves the link as it was.
    expect((await reset(GOOD)).statusCode).toBe(204)
    expect([await grace.login('x'), await grace.login(GOOD)]).toEqual([401, 200])
  })

  test('can’t choose one of the most common PINs', async () => {
    const grace = await longStanding()
    const create = (pin: string) => grace.call('POST', '/users/create-transaction-code', { body: { pin } })
    for (const pin of ['1234', '0000', '1010', '4321']) {
      const response = await create(pin)
      expect([response.statusCode, response.json()]).toMatchObject([400, invalid('pin', PIN_COMMON_TEXT)])
    }
    expect((await create('4711')).statusCode).toBe(201)
    const all = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'))
    expect(all.filter((pin) => findPinProblem(pin) !== null)).toHaveLength(20)
  })
})
