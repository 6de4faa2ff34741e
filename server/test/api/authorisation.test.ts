import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { isPermission } from '#contract/permissions.ts'
import { endSession } from '../../src/access/end-session.ts'
import { hashToken } from '../../src/access/session.ts'
import { storeKey } from '../api-keys.ts'
import { type Person, useBank } from '../bank.ts'
import { transferForm } from '../money.ts'
import {
  CALLER_NAMES,
  type Caller,
  callerKind,
  examplePath,
  expectedStatus,
  INVALID_BODY,
  lastingEffect,
  nameOf,
  SPELLINGS,
} from '../policies.ts'

const bank = useBank()
const people = new Map<Caller, Person>()
/** API keys, in place of the tokens of sessions. */
const tokens = new Map<Caller, string>()

beforeAll(async () => {
  for (const caller of CALLER_NAMES) {
    const kind = callerKind(caller)
    if (!kind) continue
    const person = await bank.person({ role: kind.role, status: kind.status })
    people.set(caller, person)
    if (kind.scopes) tokens.set(caller, await storeKey(bank, person, kind.scopes, { revoked: kind.revoked }))
    else if (kind.revoked) expect((await person.call('POST', '/auths/logout')).statusCode).toBe(204)
  }
})

async function send(endpoint: Endpoint, caller: Caller, prefix: '/api' | '', path = examplePath(endpoint)) {
  const token = tokens.get(caller) ?? people.get(caller)?.token
  return bank.app.inject({
    method: endpoint.method,
    url: prefix + path,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(endpoint.body ? { payload: INVALID_BODY } : {}),
  })
}

/** Past its policy, a customer's call can still need a second factor that these callers don't have. */
function isLetThrough({ policy }: Endpoint, answer: LightMyRequestResponse): boolean {
  if (answer.statusCode === 403) return policy === 'signedIn' && answer.json().code === 'second_factor_required'
  return answer.statusCode !== 401 && answer.statusCode < 500
}

/** What is for staff beside everything below `/admin`, written down apart from the policies that the endpoints declare. */
const FOR_STAFF = [
  'GET /suport/contact',
  'GET /suport/conversation',
  'GET /suport/newsletter',
  'GET /suport/person',
  'GET /suport/user',
  'GET /transactions/admin',
  'GET /users/all',
  'POST /deposit/approve',
  'POST /deposit/decline',
  'POST /settings/test-mail',
  'PUT /settings',
]

test('what is for staff needs a permission', () => {
  const [below, beside] = [new Set<string>(), new Set<string>()]
  for (const { endpoint } of bank.routes)
    if (endpoint.path.startsWith('/admin/')) below.add(isPermission(endpoint.policy) ? 'permission' : nameOf(endpoint))
    else if (isPermission(endpoint.policy)) beside.add(nameOf(endpoint))
  expect([...below]).toEqual(['permission'])
  expect([...beside].sort()).toEqual(FOR_STAFF)
})

describe('every registered route × every kind of caller × with and without the prefix', () => {
  for (const prefix of ['/api', ''] as const)
    test(`as the policies say, ${prefix ? 'under /api' : 'without it'}`, { timeout: 120_000 }, async () => {
      const wrong: string[] = []
      let sent = 0
      for (const { endpoint } of bank.routes)
        for (const caller of CALLER_NAMES) {
          const want = prefix === '' && endpoint.apiOnly ? 404 : expectedStatus(endpoint, caller)
          if (want === null && lastingEffect(endpoint)) continue
          sent++
          const response = await send(endpoint, caller, prefix)
          const got = response.statusCode
          const right = want === null ? isLetThrough(endpoint, response) : got === want
          if (!right)
            wrong.push(`${endpoint.method} ${endpoint.path} as ${caller}: ${got}, not ${want ?? 'let through'}`)
        }
      expect(wrong).toEqual([])
      expect(sent).toBeGreaterThan(bank.routes.length * 5)
    })

  test('where the ledger checks the session, a session ended elsewhere gets 401 before validation', async () => {
    const checkedByLedger = bank.routes.filter(({ endpoint }) => endpoint.movesMoney && endpoint.policy === 'signedIn')
    expect(checkedByLedger.map(({ endpoint }) => endpoint.path)).toEqual([
      '/accounts/move',
      '/deposit',
      '/transfer',
      '/transfer/cancel',
      '/transfer-code',
      '/orders',
    ])
    for (const { endpoint } of checkedByLedger) {
      const ada = await bank.person({ balanceCents: 500_00n })
      const send = (payload: object) =>
        bank.app.inject({
          method: endpoint.method,
          url: `/api${endpoint.path}`,
          headers: { authorization: `Bearer ${ada.token}` },
          payload,
        })
      expect((await send(INVALID_BODY)).statusCode, endpoint.path).toBe(400)
      await endSession(bank.sql, hashToken(ada.token), bank.now())
      // No cached session is used, however recently it was read.
      bank.clock.offsetMs += 9 * 60_000
      for (const payload of [INVALID_BODY, transferForm({ code: '12345' })])
        expect((await send(payload)).statusCode, endpoint.path).toBe(401)
      bank.clock.offsetMs = 0
    }
  })

  test('no spelling of a path avoids its policy', async () => {
    const open: string[] = []
    for (const { endpoint } of bank.routes.filter((route) => route.endpoint.policy !== 'public'))
      for (const spell of SPELLINGS) {
        const path = spell(examplePath(endpoint))
        const { statusCode } = await send(endpoint, 'anonymous', '/api', path as `/${string}`)
        if (![400, 401, 404, 405].includes(statusCode)) open.push(`${endpoint.method} ${path}: ${statusCode}`)
      }
    expect(open).toEqual([])
  })

  test('HEAD needs the same permission as GET', async () => {
    for (const { endpoint } of bank.routes.filter(({ endpoint }) => endpoint.method === 'GET')) {
      const { statusCode } = await bank.app.inject({
        method: 'HEAD',
        url: `/api${examplePath(endpoint)}`,
      })
      if (endpoint.policy !== 'public') expect(statusCode, endpoint.path).toBe(401)
    }
  })
})

test('rejects a token in the query, a basic header and a made-up token', async () => {
  const { token } = await bank.person()
  const tries = [
    { url: `/api/users?token=${token}&authToken=${token}`, headers: {} },
    { url: '/api/users', headers: { authorization: `Basic ${token}` } },
    { url: '/api/users', headers: { authorization: `bearer${token}` } },
    { url: '/api/users', headers: { authorization: `Bearer ${token.slice(0, -1)}` } },
    { url: '/api/users', headers: { authorization: `Bearer ${token}x` } },
    { url: '/api/users', headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.' } },
    { url: '/api/users', headers: { cookie: `authToken=${token}` } },
  ]
  for (const attempt of tries) {
    const response = await bank.app.inject({ method: 'GET', ...attempt })
    expect([response.statusCode, response.json().code], JSON.stringify(attempt.url)).toEqual([401, 'unauthenticated'])
  }
})

test('a change of role or status takes effect within a second, without a new login', async () => {
  const admin = await bank.person({ role: 'Admin' })
  expect((await admin.call('GET', '/admin/audit')).statusCode).toBe(200)
  await bank.owner`update people set role = 'User' where id = ${admin.id}`
  bank.clock.offsetMs += 1_000
  expect((await admin.call('GET', '/admin/audit')).statusCode).toBe(403)
})
