import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  BAD_VALUES_BY_FIELD,
  bodiesWithBadValue,
  exampleOf,
  isErrorBody,
  SOME_ID,
  UNCHECKED_EMAIL,
} from '../bad-values.ts'
import { type Person, useBank } from '../bank.ts'
import { databaseFingerprint } from '../money.ts'

/*
 * Every call with a body or a query, every field of it, every value that is none: a clear 4xx in the agreed shape, no
 * change in any table, never a 500. Amounts, files and broken JSON have tables of their own beside what reads them.
 */

const bank = useBank()
let admin: Person
let user: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
  user = await bank.person({ balanceCents: 1_000_00n })
})

async function send(endpoint: Endpoint, options: { payload?: string; query?: string }) {
  const by = endpoint.policy === 'admin' ? admin : user
  return bank.app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/:\w+/, SOME_ID)}${options.query ?? ''}`,
    headers: {
      authorization: `Bearer ${by.token}`,
      ...(options.payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.payload === undefined ? {} : { payload: options.payload }),
  })
}

type Answer = Awaited<ReturnType<typeof send>>

function complaint(what: string, answer: Answer): string[] {
  const body = answer.headers['content-type']?.toString().startsWith('application/json') ? answer.json() : {}
  if (answer.statusCode >= 400 && answer.statusCode < 500 && isErrorBody(body)) return []
  return [`${answer.statusCode} for ${what.slice(0, 60)} … ${what.slice(-120)}: ${answer.body.slice(0, 120)}`]
}

test.each([
  ['PATCH', '/admin/user', { userId: SOME_ID, updates: null }, 'updates', 'This must be an object.'],
  ['PATCH', '/admin/user', { userId: SOME_ID }, 'updates', 'This must be an object.'],
  ['POST', '/suport/send', { receiver: 'Admin', message: 'x', isAdmin: 1 }, 'isAdmin', 'This must be true or false.'],
])('%s %s %j is refused in words for people', async (method, path, body, field, msg) => {
  expect((await admin.call(method, path, { body })).json().errors).toEqual([{ msg, path: field }])
})

test('no field of any body takes what is no value', async () => {
  const before = await databaseFingerprint(bank)
  const wrong: string[] = []
  let sent = 0
  const tried = new Map<string, number>()
  for (const { endpoint } of bank.routes) {
    const example = exampleOf(endpoint)
    if (example === undefined) continue
    for (const payload of bodiesWithBadValue(example)) {
      if (UNCHECKED_EMAIL.includes(endpoint.path) && BAD_VALUES_BY_FIELD.email?.some((bad) => payload.includes(bad)))
        continue
      sent++
      tried.set(endpoint.path, (tried.get(endpoint.path) ?? 0) + 1)
      wrong.push(...complaint(`${endpoint.method} ${endpoint.path} ${payload}`, await send(endpoint, { payload })))
    }
  }
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(1_000)
  expect([...tried].filter(([, times]) => times < 10)).toEqual([])
  expect(tried.size).toBe(new Set(bank.routes.flatMap(({ endpoint }) => (endpoint.body ? [endpoint.path] : []))).size)
  expect(await databaseFingerprint(bank)).toEqual(before)
})

test('no query takes what is no value, an unknown name, or one name twice', async () => {
  const before = await databaseFingerprint(bank)
  const wrong: string[] = []
  let sent = 0
  for (const { endpoint } of bank.routes.filter(({ endpoint }) => endpoint.query)) {
    const names = Object.keys(endpoint.query?.shape ?? {})
    const queries = [
      '?surprise=1',
      ...names.map((name) => `?${name}=1&${name}=2`),
      ...names.flatMap((name) => (BAD_VALUES_BY_FIELD[name] ?? []).map((bad) => `?${name}=${encodeURIComponent(bad)}`)),
    ]
    for (const query of queries) {
      sent++
      wrong.push(...complaint(`${endpoint.method} ${endpoint.path}${query}`, await send(endpoint, { query })))
    }
  }
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(50)
  expect(await databaseFingerprint(bank)).toEqual(before)
})
