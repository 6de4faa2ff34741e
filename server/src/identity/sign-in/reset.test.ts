import { v7 as newId } from 'uuid'
import { beforeEach, expect, test, vi } from 'vitest'
import { errorText } from '#contract/texts.ts'
import { useBank } from '../../../test/bank.ts'
import { stopTimers } from '../../../test/fake-time.ts'
import { readResetToken, signResetToken } from '../password/reset-links.ts'

const OLD = 'the one until now'
const NEW = 'a long sentence that is hard to guess'
const REQUESTED = { message: 'If there is an account with this e-mail, a link is on its way.' }
const EXPIRED = { message: 'This link has expired or was used already.', code: 'link_expired' }

const bank = useBank()
let email: string
let personId: string

beforeEach(async () => {
  email = `${newId()}@reset.example`
  const body = { fullName: 'Ada Example', email, password: OLD }
  personId = (await bank.call('POST', '/auths/register', { body })).json()._id
})

const forgot = (address = email) => bank.call('POST', '/auths/forgot', { body: { email: address } })
const reset = (token: string, password = NEW) => bank.call('POST', '/auths/reset', { body: { token, password } })
const login = (password: string) => bank.call('POST', '/auths/login', { body: { email, password } })

type LinkRow = { id: string; expires_at: Date; used_at: Date | null }
const links = () => bank.sql<LinkRow[]>`
  select id, expires_at, used_at from password_resets where person_id = ${personId} order by created_at`
const outbox = () => bank.sql<{ kind: string; data: unknown; due: boolean }[]>`
  select kind, data, mail_at is not null as due from outbox
  where person_id = ${personId} and kind not in ('email.confirmation_requested', 'login.new_device') order by number`

/** As the mail would carry it. */
async function tokenOfNewest() {
  const row = (await links()).at(-1)
  if (!row) throw new Error('No link was made')
  return signResetToken(bank.keys.link, { id: row.id, expiresAt: row.expires_at })
}
async function askForLink() {
  expect((await forgot()).statusCode).toBe(202)
  return tokenOfNewest()
}

test('a link sets a new password once, ends every session and notifies the person', async () => {
  const sessions = [(await login(OLD)).json().token, (await login(OLD)).json().token]
  const open = async (token: string) => (await bank.call('GET', '/users', { token })).statusCode
  expect(await Promise.all(sessions.map(open))).toEqual([200, 200])

  const token = await askForLink()
  const response = await reset(token)
  expect([response.statusCode, response.body]).toEqual([204, ''])
  expect(await Promise.all(sessions.map(open))).toEqual([401, 401])
  expect((await login(OLD)).statusCode).toBe(401)
  expect((await login(NEW)).statusCode).toBe(200)
  expect(await outbox()).toEqual([
    { kind: 'password.reset_requested', data: { resetId: expect.any(String) }, due: true },
    { kind: 'password.changed', data: {}, due: true },
  ])

  const again = await reset(token, 'another')
  expect([again.statusCode, again.json()]).toEqual([400, { ...EXPIRED, requestId: expect.any(String) }])
  expect((await login(NEW)).statusCode).toBe(200)
})

test('an unknown address gets the same response and stores only the attempt', async () => {
  const before = await bank.sql`select count(*) from outbox`
  const known = await forgot()
  const unknown = await forgot(`nobody-${email}`)
  for (const response of [known, unknown]) expect([response.statusCode, response.json()]).toEqual([202, REQUESTED])
  expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort())
  const after = await bank.sql`select count(*) from outbox`
  expect(Number(after[0]?.count)).toBe(Number(before[0]?.count) + 1)
})

test('response times don’t reveal whether an address is known', async () => {
  const attempts = () => bank.sql`select sum(count)::int as count from attempts where scope = 'reset mail'`
  stopTimers(['setTimeout', 'clearTimeout'])
  for (const address of [email, `nobody-${email}`]) {
    const before = await attempts()
    const answered = vi.fn()
    const answer = forgot(address).then(answered)
    await expect.poll(attempts, { interval: 0 }).not.toEqual(before)
    await vi.advanceTimersByTimeAsync(249)
    // The work itself takes less time than another request does.
    expect((await login('a guess')).statusCode).toBe(401)
    expect(answered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await answer
  }
})

test('stores no token that would work in a link', async () => {
  const token = await askForLink()
  const found = await bank.owner`
    select 1 from outbox o where o::text like ${`%${token}%`}
    union all select 1 from password_resets r where r::text like ${`%${token}%`}`
  expect(found).toHaveLength(0)
})

test('of five concurrent uses of a link, one succeeds', async () => {
  const token = await askForLink()
  const responses = await Promise.all(Array.from({ length: 5 }, (_, i) => reset(token, `password ${i}`)))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400, 400, 400, 400])
  const winner = responses.findIndex(({ statusCode }) => statusCode === 204)
  expect((await login(`password ${winner}`)).statusCode).toBe(200)
})

test('a link expires after thirty minutes', async () => {
  const token = await askForLink()
  const expiresAt = (await links())[0]?.expires_at.getTime() ?? 0
  expect(readResetToken(bank.keys.link, token, new Date(expiresAt - 1))).not.toBeNull()
  expect(readResetToken(bank.keys.link, token, new Date(expiresAt))).toBeNull()
  bank.clock.offsetMs += 30 * 60_000
  expect((await reset(token)).json()).toMatchObject(EXPIRED)
  expect((await login(OLD)).statusCode).toBe(200)
})

test('only the newest link is valid', async () => {
  const first = await askForLink()
  const second = await askForLink()
  expect((await reset(first)).json()).toMatchObject(EXPIRED)
  expect((await reset(second)).statusCode).toBe(204)
})

test('changing the email address invalidates open links', async () => {
  const token = await askForLink()
  const session = (await login(OLD)).json().token
  const body = { email: `new-${email}` }
  expect((await bank.call('PUT', '/users/update', { token: session, body })).statusCode).toBe(200)
  expect((await reset(token)).json()).toMatchObject(EXPIRED)
})

test('changing the password invalidates open links and notifies the person', async () => {
  const token = await askForLink()
  const session = (await login(OLD)).json().token
  const body = { password: OLD, newPassword: NEW }
  expect((await bank.call('PUT', '/users/password', { token: session, body })).statusCode).toBe(204)
  expect((await reset(token, 'from the old mailbox')).json()).toMatchObject(EXPIRED)
  expect((await login(NEW)).statusCode).toBe(200)
  expect((await outbox()).at(-1)).toEqual({ kind: 'password.changed', data: { elsewhere: true }, due: true })
})

test('rejects a link with an invalid signature', async () => {
  const token = await askForLink()
  const [link] = await links()
  if (!link) throw new Error('unreachable')
  const bytes = Buffer.from(token, 'base64url')
  const flipped = [0, 17, 30, bytes.length - 1].map((place) => {
    const copy = Buffer.from(bytes)
    copy[place] = (copy[place] ?? 0) ^ 1
    return copy.toString('base64url')
  })
  const others = [
    ...flipped,
    signResetToken(Buffer.alloc(32, 7), { id: link.id, expiresAt: link.expires_at }),
    signResetToken(bank.keys.link, { id: newId(), expiresAt: link.expires_at }),
    token.slice(0, -1),
    `${token}A`,
    link.id,
  ]
  for (const other of others) expect((await reset(other)).json(), other).toMatchObject(EXPIRED)
  expect((await reset(token)).statusCode).toBe(204)
})

test('sends five emails an hour; the sixth request gets the same response and no email', async () => {
  const responses = await Promise.all(Array.from({ length: 6 }, () => forgot(email.toUpperCase())))
  for (const response of responses) expect([response.statusCode, response.json()]).toEqual([202, REQUESTED])
  expect(await links()).toHaveLength(5)
  expect(await outbox()).toHaveLength(5)
  bank.clock.offsetMs += 3_600_000
  await forgot()
  expect(await links()).toHaveLength(6)
})

test('a person locked out by failed attempts can log in with the new password', async () => {
  for (let i = 0; i < 10; i++) await login('a guess')
  expect((await login(OLD)).statusCode).toBe(429)
  expect((await reset(await askForLink())).statusCode).toBe(204)
  expect((await login(NEW)).statusCode).toBe(200)
})

test.each([
  ['nothing', '/auths/forgot', {}, 'Please fill all required fields.'],
  ['an empty address', '/auths/forgot', { email: ' ' }, 'Please fill all required fields.'],
  ['another field', '/auths/forgot', { email: 'a@b.example', to: 'c@d.example' }, 'Unknown field.'],
  ['no token', '/auths/reset', { password: NEW }, 'Token is required.'],
  ['no password', '/auths/reset', { token: 'x' }, 'Please fill all required fields.'],
  [
    'a token too long',
    '/auths/reset',
    { token: 'x'.repeat(501), password: NEW },
    'Token can have at most 500 characters.',
  ],
])('%s to %s: 400', async (_, path, body, text) => {
  const response = await bank.call('POST', path, { body })
  expect([response.statusCode, response.json().code, errorText(response.json())]).toEqual([400, 'invalid', text])
})
