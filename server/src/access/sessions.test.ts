import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Person, useBank } from '../../test/bank.ts'
import { refusalOf, transferForm } from '../../test/money.ts'
import { buildApp } from '../app.ts'
import { APPLICATION_ROLE, openPool } from '../platform/db/connection.ts'
import { endSession, endSessionsOf } from './end-session.ts'
import { hashToken } from './session.ts'
import { Sessions } from './sessions.ts'
import { startSession } from './start-session.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const UNAUTHENTICATED = { status: 401, code: 'unauthenticated', message: 'Please sign in.' }

const bank = useBank()
afterEach(() => {
  bank.clock.offsetMs = 0
})

const statusOf = async ({ call }: Person) => (await call('GET', '/users')).statusCode
const later = (ms: number) => {
  bank.clock.offsetMs += ms
}

describe('tokens', () => {
  test('refuses missing, truncated, unknown and forged tokens', async () => {
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
      const response = await bank.app.inject({ url: '/api/users', headers: authorization ? { authorization } : {} })
      expect([authorization, refusalOf(response)]).toEqual([authorization, UNAUTHENTICATED])
      expect(response.headers['www-authenticate']).toBe('Bearer')
    }
  })

  test('accepts the Bearer scheme in any case, as HTTP requires', async () => {
    const { token } = await bank.person()
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const response = await bank.app.inject({ url: '/api/users', headers: { authorization: `${scheme} ${token}` } })
      expect([scheme, response.statusCode]).toEqual([scheme, 200])
    }
  })

  test('ignores tokens in the query and in cookies', async () => {
    const { token } = await bank.person()
    for (const url of [
      `/api/users?token=${token}`,
      `/api/users?authToken=${token}`,
      `/api/users?access_token=${token}`,
    ]) {
      const response = await bank.app.inject({ url, headers: { cookie: `authToken=${token}; token=${token}` } })
      expect(refusalOf(response)).toEqual(UNAUTHENTICATED)
    }
  })

  test('stores only the hash of a token', async () => {
    const { token } = await bank.person()
    const rows = await bank.owner<{ row: string }[]>`select s::text as row from sessions s`
    expect(rows.some(({ row }) => row.includes(token))).toBe(false)
    expect(token).toMatch(/^[\w-]{43}$/)
  })
})

test('looks up many tokens in one batch, each with its own result, and touches them together', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => bank.person()))
  later(5 * MINUTE)
  const sessions = new Sessions(bank.sql, bank.now, { staffSecondFactor: 'optional' })
  const tokens = people.flatMap(({ token }) => [token, randomBytes(32).toString('base64url'), token])
  const results = await Promise.all(tokens.map((token) => sessions.authenticate(token)))
  expect(results.map((session) => session?.personId ?? null)).toEqual(people.flatMap(({ id }) => [id, null, id]))
  const rows = await bank.owner<{ last_seen_at: Date }[]>`
    select last_seen_at from sessions where person_id = any(${people.map(({ id }) => id)}::uuid[])`
  expect(rows).toHaveLength(20)
  for (const { last_seen_at } of rows) expect(bank.now().getTime() - last_seen_at.getTime()).toBeLessThan(MINUTE)
})

test('plans the lookup of a session once, not for each request', async () => {
  const lookups = openPool(bank.connection, { max: 1, role: APPLICATION_ROLE, byKey: true })
  const pools = { requests: bank.sql, lookups, ledger: bank.sql }
  const { app } = await buildApp({ ...bank, pools })
  onTestFinished(() => app.close().then(() => lookups.end()))
  for (const { token } of await Promise.all(Array.from({ length: 8 }, () => bank.person()))) {
    const response = await app.inject({ url: '/api/users', headers: { authorization: `Bearer ${token}` } })
    expect(response.statusCode).toBe(200)
  }
  const plans = await lookups`
    select generic_plans, custom_plans from pg_prepared_statements where statement like ${'%s.token_hash = any%'}`
  expect(plans).toEqual([{ generic_plans: 8n, custom_plans: 0n }])
})

describe('the end of a session', () => {
  test('comes thirty minutes after the last request, and not before', async () => {
    const person = await bank.person()
    for (let i = 0; i < 4; i++) {
      later(29 * MINUTE)
      expect(await statusOf(person)).toBe(200)
    }
    later(30 * MINUTE + 1)
    expect(await statusOf(person)).toBe(401)
    // A late request does not revive it.
    expect(await statusOf(person)).toBe(401)
  })

  test('is not delayed by requests that the page sends on its own', async () => {
    const person = await bank.person()
    const headers = { 'x-passive': '1' }
    const passiveStatus = async () => (await person.call('GET', '/users', { headers })).statusCode
    later(20 * MINUTE)
    expect(await passiveStatus()).toBe(200)
    // A request by the person, right after one by the page.
    expect(await statusOf(person)).toBe(200)
    for (let i = 0; i < 2; i++) {
      later(14 * MINUTE)
      expect(await passiveStatus()).toBe(200)
    }
    later(2 * MINUTE + 1)
    expect(await passiveStatus()).toBe(401)
  })

  test('comes twelve hours after it began, however busy it is', async () => {
    const person = await bank.person()
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      later(20 * MINUTE)
      expect(await statusOf(person)).toBe(200)
    }
    later(20 * MINUTE)
    expect(await statusOf(person)).toBe(401)
  })

  test('comes with a log out: on this server immediately, on every other within a second', async () => {
    const person = await bank.person()
    const otherServer = new Sessions(bank.sql, bank.now, { staffSecondFactor: 'optional' })
    expect(await otherServer.authenticate(person.token)).not.toBe(null)
    expect((await person.call('POST', '/auths/logout')).statusCode).toBe(204)
    expect(await statusOf(person)).toBe(401)
    later(1_000)
    expect(await otherServer.authenticate(person.token)).toBe(null)
  })

  test('comes with a log out even if a lookup was running meanwhile', async () => {
    const { token } = await bank.person()
    const sessions = new Sessions(bank.sql, bank.now, { staffSecondFactor: 'optional' })
    const lookup = sessions.authenticate(token)
    sessions.forget(hashToken(token))
    expect(await lookup).not.toBe(null)
    await endSession(bank.owner, hashToken(token), bank.now())
    expect(await sessions.authenticate(token)).toBe(null)
  })

  test('stops money immediately, even while the session is cached for reads', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    expect(await statusOf(person)).toBe(200)
    // Another server ends it; here the cached session still serves reads.
    await endSession(bank.sql, hashToken(person.token), bank.now())
    expect(await statusOf(person)).toBe(200)
    expect(refusalOf(await person.call('POST', '/transfer', { body: transferForm() }))).toEqual(UNAUTHENTICATED)
    expect(await person.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
  })

  test('comes thirty minutes after the last request, also when that one moved money', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    const form = transferForm({ amount: 1 })
    const transfer = async () => (await person.call('POST', '/transfer', { body: form })).statusCode
    expect(await statusOf(person)).toBe(200)
    // Within the ten minutes in which only the ledger checks the session, so that only the ledger touches it.
    later(9 * MINUTE)
    expect(await transfer()).toBe(201)
    later(29 * MINUTE)
    expect(await statusOf(person)).toBe(200)
    later(30 * MINUTE + 1)
    expect(await transfer()).toBe(401)
  })

  test('stops money immediately, however long the session has been cached', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    expect(await statusOf(person)).toBe(200)
    later(9 * MINUTE)
    await endSession(bank.sql, hashToken(person.token), bank.now())
    expect(refusalOf(await person.call('POST', '/transfer', { body: transferForm() }))).toEqual(UNAUTHENTICATED)
    expect(await statusOf(person)).toBe(401)
    expect(await person.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
  })

  test('comes for all sessions of a person, except the one that requested it', async () => {
    const person = await bank.person()
    const origin = { userAgent: 'another device', address: '192.0.2.1' }
    const other = await startSession(bank.sql, person.id, bank.now(), origin)
    const mine = hashToken(person.token)
    expect(await bank.sql.begin((tx) => endSessionsOf(tx, person.id, bank.now(), mine))).toBe(1)
    expect(await statusOf(person)).toBe(200)
    expect((await bank.call('GET', '/users', { token: other })).statusCode).toBe(401)
  })
})

test('applies a change of role or status within a second, and for money immediately', async () => {
  const admin = await bank.person({ role: 'Admin', balanceCents: 500_00n })
  const customer = await bank.person()
  const fund = () => admin.call('POST', '/admin/fund', { body: { userId: customer.id, amount: 1 } })
  expect((await fund()).statusCode).toBe(201)
  await bank.sql`update people set role = 'User', status = 'Pending' where id = ${admin.id}`
  expect(refusalOf(await fund())).toMatchObject({ status: 403, code: 'forbidden' })
  expect(refusalOf(await admin.call('POST', '/transfer', { body: transferForm() }))).toMatchObject({
    code: 'account_pending',
  })
  later(1_000)
  expect((await admin.call('GET', '/users/all')).statusCode).toBe(403)
  expect(await admin.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
  expect(await customer.balance()).toEqual({ availableCents: 1_00n, heldCents: 0n })
})

test('touches a session at most once a minute', async () => {
  const person = await bank.person()
  const lastSeenAt = async () => {
    const [row] = await bank.sql<{ at: Date }[]>`select last_seen_at as at from sessions where person_id = ${person.id}`
    return row?.at.getTime()
  }
  const first = await lastSeenAt()
  later(50_000)
  await statusOf(person)
  expect(await lastSeenAt()).toBe(first)
  later(HOUR / 60)
  await statusOf(person)
  expect(await lastSeenAt()).toBeGreaterThan(first ?? 0)
})
