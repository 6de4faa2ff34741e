import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../test/bank.ts'
import { refusalOf, transferForm } from '../../test/money.ts'
import { endSession, endSessionsOf, hashToken, Sessions, startSession } from './sessions.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SIGN_IN = { status: 401, code: 'unauthenticated', message: 'Please sign in.' }

const bank = useBank()
afterEach(() => {
  bank.clock.offsetMs = 0
})

const statusOf = async ({ call }: Person) => (await call('GET', '/users')).statusCode
const later = (ms: number) => {
  bank.clock.offsetMs += ms
}

describe('tokens', () => {
  test('that are none, or not whole, or somebody’s idea of one', async () => {
    const { token } = await bank.person()
    const alg = Buffer.from('{"alg":"none"}').toString('base64url')
    const claims = Buffer.from('{"sub":"admin","role":"Admin"}').toString('base64url')
    const headers = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token}A`,
      `Bearer  ${token}`,
      `Bearer ${token} `,
      `bearer ${token.slice(1)}`,
      `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
      token,
      `Bearer ${randomBytes(32).toString('base64url')}`,
      `Bearer ${alg}.${claims}.`,
      `Bearer ${'a'.repeat(10_000)}`,
      `Bearer ' or 1=1 --`,
      `Bearer ${hashToken(token).toString('base64url')}`,
    ]
    for (const authorization of headers) {
      const answer = await bank.app.inject({ url: '/api/users', headers: authorization ? { authorization } : {} })
      expect([authorization, refusalOf(answer)]).toEqual([authorization, SIGN_IN])
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  })

  test('are known by their scheme in any case, as HTTP has it', async () => {
    const { token } = await bank.person()
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const answer = await bank.app.inject({ url: '/api/users', headers: { authorization: `${scheme} ${token}` } })
      expect([scheme, answer.statusCode]).toEqual([scheme, 200])
    }
  })

  test('in the query or a cookie are not looked at', async () => {
    const { token } = await bank.person()
    for (const url of [
      `/api/users?token=${token}`,
      `/api/users?authToken=${token}`,
      `/api/users?access_token=${token}`,
    ]) {
      const answer = await bank.app.inject({ url, headers: { cookie: `authToken=${token}; token=${token}` } })
      expect(refusalOf(answer)).toEqual(SIGN_IN)
    }
  })

  test('are kept as a hash only', async () => {
    const { token } = await bank.person()
    const rows = await bank.owner<{ row: string }[]>`select s::text as row from sessions s`
    expect(rows.some(({ row }) => row.includes(token))).toBe(false)
    expect(token).toMatch(/^[\w-]{43}$/)
  })
})

test('many looked up at once are each their own, and noted as seen together', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => bank.person()))
  later(5 * MINUTE)
  const sessions = new Sessions(bank.sql, bank.now)
  const tokens = people.flatMap(({ token }) => [token, randomBytes(32).toString('base64url'), token])
  const found = await Promise.all(tokens.map((token) => sessions.authenticate(`Bearer ${token}`)))
  expect(found.map((session) => session?.personId ?? null)).toEqual(people.flatMap(({ id }) => [id, null, id]))
  const seen = await bank.owner<{ last_seen_at: Date }[]>`
    select last_seen_at from sessions where person_id = any(${people.map(({ id }) => id)}::uuid[])`
  expect(seen).toHaveLength(20)
  for (const { last_seen_at } of seen) expect(bank.now().getTime() - last_seen_at.getTime()).toBeLessThan(MINUTE)
})

describe('a session ends', () => {
  test('thirty minutes after the last call, and not before', async () => {
    const person = await bank.person()
    for (let i = 0; i < 4; i++) {
      later(29 * MINUTE)
      expect(await statusOf(person)).toBe(200)
    }
    later(30 * MINUTE + 1)
    expect(await statusOf(person)).toBe(401)
    // Coming back late does not bring it back to life.
    expect(await statusOf(person)).toBe(401)
  })

  test('though its page goes on loading by itself', async () => {
    const person = await bank.person()
    const headers = { 'x-passive': '1' }
    const looks = async () => (await person.call('GET', '/users', { headers })).statusCode
    later(20 * MINUTE)
    expect(await looks()).toBe(200)
    // Somebody is back, right after the page asked by itself.
    expect(await statusOf(person)).toBe(200)
    for (let i = 0; i < 2; i++) {
      later(14 * MINUTE)
      expect(await looks()).toBe(200)
    }
    later(2 * MINUTE + 1)
    expect(await looks()).toBe(401)
  })

  test('twelve hours after it began, however busy it is', async () => {
    const person = await bank.person()
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      later(20 * MINUTE)
      expect(await statusOf(person)).toBe(200)
    }
    later(20 * MINUTE)
    expect(await statusOf(person)).toBe(401)
  })

  test('at a log out, on this server at once and on every other within a second', async () => {
    const person = await bank.person()
    const elsewhere = new Sessions(bank.sql, bank.now)
    const authorization = `Bearer ${person.token}`
    expect(await elsewhere.authenticate(authorization)).not.toBe(null)
    expect((await person.call('POST', '/auths/logout')).statusCode).toBe(204)
    expect(await statusOf(person)).toBe(401)
    later(1_000)
    expect(await elsewhere.authenticate(authorization)).toBe(null)
  })

  test('at a log out, also for a look that was under way meanwhile', async () => {
    const { token } = await bank.person()
    const sessions = new Sessions(bank.sql, bank.now)
    const looking = sessions.authenticate(`Bearer ${token}`)
    sessions.forget(hashToken(token))
    expect(await looking).not.toBe(null)
    await endSession(bank.owner, hashToken(token), bank.now())
    expect(await sessions.authenticate(`Bearer ${token}`)).toBe(null)
  })

  test('for money at once, though this server still believes in it', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    expect(await statusOf(person)).toBe(200)
    // Another server ends it; here the look of a moment ago is still good for reading.
    await endSession(bank.sql, hashToken(person.token), bank.now())
    expect(await statusOf(person)).toBe(200)
    expect(refusalOf(await person.call('POST', '/transfer', { body: transferForm() }))).toEqual(SIGN_IN)
    expect(await person.balance()).toEqual({ available: 500_00n, held: 0n })
  })

  test('thirty minutes after the last call, though that one moved money', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    const form = transferForm({ amount: 1 })
    const transfer = async () => (await person.call('POST', '/transfer', { body: form })).statusCode
    expect(await statusOf(person)).toBe(200)
    // Within the ten minutes in which nobody but the ledger looks at the session, so nobody else notes the sign of life.
    later(9 * MINUTE)
    expect(await transfer()).toBe(201)
    later(29 * MINUTE)
    expect(await statusOf(person)).toBe(200)
    later(30 * MINUTE + 1)
    expect(await transfer()).toBe(401)
  })

  test('for money at once, however long this server has known it', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    expect(await statusOf(person)).toBe(200)
    later(9 * MINUTE)
    await endSession(bank.sql, hashToken(person.token), bank.now())
    expect(refusalOf(await person.call('POST', '/transfer', { body: transferForm() }))).toEqual(SIGN_IN)
    expect(await statusOf(person)).toBe(401)
    expect(await person.balance()).toEqual({ available: 500_00n, held: 0n })
  })

  test('all of a person’s together, except the one that asked for it', async () => {
    const person = await bank.person()
    const origin = { userAgent: 'another device', address: '192.0.2.1' }
    const other = await startSession(bank.sql, person.id, bank.now(), origin)
    const mine = hashToken(person.token)
    expect(await bank.sql.begin((tx) => endSessionsOf(tx, person.id, bank.now(), mine))).toBe(1)
    expect(await statusOf(person)).toBe(200)
    expect((await bank.call('GET', '/users', { token: other })).statusCode).toBe(401)
  })
})

test('a change of role or status is seen within a second, and for money at once', async () => {
  const admin = await bank.person({ role: 'Admin', balanceCents: 500_00n })
  const fund = () => admin.call('POST', '/admin/fund', { body: { userId: admin.id, amount: 1 } })
  expect((await fund()).statusCode).toBe(201)
  await bank.sql`update people set role = 'User', status = 'Pending' where id = ${admin.id}`
  expect(refusalOf(await fund())).toMatchObject({ status: 403, code: 'forbidden' })
  expect(refusalOf(await admin.call('POST', '/transfer', { body: transferForm() }))).toMatchObject({
    code: 'account_pending',
  })
  later(1_000)
  expect((await admin.call('GET', '/users/all')).statusCode).toBe(403)
  expect(await admin.balance()).toEqual({ available: 501_00n, held: 0n })
})

test('reading a thousand times writes once a minute', async () => {
  const person = await bank.person()
  const seen = async () => {
    const [row] = await bank.sql<{ at: Date }[]>`select last_seen_at as at from sessions where person_id = ${person.id}`
    return row?.at.getTime()
  }
  const first = await seen()
  later(50_000)
  await statusOf(person)
  expect(await seen()).toBe(first)
  later(HOUR / 60)
  await statusOf(person)
  expect(await seen()).toBeGreaterThan(first ?? 0)
})
