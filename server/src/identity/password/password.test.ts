import { expect, test } from 'vitest'
import { useBank } from '../../../test/bank.ts'

const bank = useBank()

let people = 0
const OLD = 'the one until now'
const NEW = 'a long sentence'

async function register() {
  const email = `password-${++people}@people.example`
  await bank.call('POST', '/auths/register', { body: { fullName: 'Ada Example', email, password: OLD } })
  const login = (password: string) => bank.call('POST', '/auths/login', { body: { email, password } })
  const signIn = async () => (await login(OLD)).json().token as string
  const change = (token: string | null, body: unknown) => bank.call('PUT', '/users/password', { token, body })
  return { email, login, signIn, change }
}
const alive = async (token: string) => (await bank.call('GET', '/users', { token })).statusCode === 200

test('accepts the new password, rejects the old one and ends all other sessions', async () => {
  const person = await register()
  const [here, elsewhere] = [await person.signIn(), await person.signIn()]
  expect(await alive(elsewhere)).toBe(true)
  const response = await person.change(here, { password: OLD, newPassword: NEW })
  expect([response.statusCode, response.body]).toEqual([204, ''])
  expect([await alive(here), await alive(elsewhere)]).toEqual([true, false])
  expect((await person.login(OLD)).statusCode).toBe(401)
  expect((await person.login(NEW)).statusCode).toBe(200)
})

test('a wrong current password changes nothing and ends no session', async () => {
  const person = await register()
  const [here, elsewhere] = [await person.signIn(), await person.signIn()]
  const response = await person.change(here, { password: 'a guess', newPassword: NEW })
  expect([response.statusCode, response.json()]).toEqual([
    403,
    expect.objectContaining({ code: 'password_incorrect', message: 'Incorrect password.' }),
  ])
  expect([await alive(here), await alive(elsewhere)]).toEqual([true, true])
  expect((await person.login(OLD)).statusCode).toBe(200)
})

test('counts wrong passwords with failed logins: after ten, the correct one is rejected too', async () => {
  const person = await register()
  const token = await person.signIn()
  for (let i = 0; i < 5; i++) expect((await person.login('a guess')).statusCode).toBe(401)
  for (let i = 0; i < 5; i++)
    expect((await person.change(token, { password: 'a guess', newPassword: NEW })).statusCode).toBe(403)
  const response = await person.change(token, { password: OLD, newPassword: NEW })
  expect([response.statusCode, response.json().code]).toEqual([429, 'too_many'])
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  expect((await person.login(OLD)).statusCode).toBe(429)
})

test('checks ten of twenty concurrent guesses', async () => {
  const person = await register()
  const token = await person.signIn()
  const guesses = Array.from({ length: 20 }, (_, i) => person.change(token, { password: `${i}`, newPassword: NEW }))
  const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 403)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('of two concurrent changes one succeeds, and its password is valid', async () => {
  const person = await register()
  const token = await person.signIn()
  const [first, second] = await Promise.all([
    person.change(token, { password: OLD, newPassword: 'first' }),
    person.change(token, { password: OLD, newPassword: 'second' }),
  ])
  expect([first.statusCode, second.statusCode].sort()).toEqual([204, 403])
  const winner = first.statusCode === 204 ? 'first' : 'second'
  expect((await person.login(winner)).statusCode).toBe(200)
})

test.each([
  [{ newPassword: NEW }, 'Please fill all required fields.'],
  [{ password: OLD, newPassword: '' }, 'Please fill all required fields.'],
  [{ password: OLD, newPassword: 'x'.repeat(1025) }, 'The password can have at most 1,024 bytes.'],
  [{ password: OLD, newPassword: NEW, role: 'Admin' }, 'Unknown field.'],
])('%j: 400', async (body, message) => {
  const person = await register()
  const token = await person.signIn()
  const response = await person.change(token, body)
  expect([response.statusCode, response.json().errors[0].msg]).toEqual([400, message])
  expect((await person.login(OLD)).statusCode).toBe(200)
})
