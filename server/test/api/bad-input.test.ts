import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { EXAMPLES } from '#contract/examples.ts'
import {
  BAD_VALUES_BY_FIELD,
  bodiesWithBadValue,
  CHART_CODES,
  isErrorBody,
  type Json,
  UNCHECKED_EMAIL,
  UNKNOWN_FIELDS,
  withRaw,
} from '../bad-values.ts'
import { type Person, useBank } from '../bank.ts'
import { type ExampleRequest, ExampleRequests } from '../example-requests.ts'
import { CHANGED_BY_REFUSALS, databaseFingerprint } from '../money.ts'
import { nameOf } from '../policies.ts'

/*
 * Sends every bad value in every field of every body and query: a 4xx in the error format, no change in any table, never
 * a 500. Amounts, files and malformed JSON have their own tests.
 */

const bank = useBank()
let admin: Person
/** Each succeeds as it is: once one value is bad, that value is why it is refused. */
const requests = new Map<Endpoint, ExampleRequest>()
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
  for (const { endpoint } of bank.routes)
    if (endpoint.body || endpoint.query) requests.set(endpoint, await new ExampleRequests(bank).of(endpoint))
}, 60_000)

async function send({ by, method, path }: ExampleRequest, options: { payload?: string; query?: string }) {
  return bank.app.inject({
    method,
    url: `/api${path}${options.query ?? ''}`,
    headers: {
      ...(by ? { authorization: `Bearer ${by.token}` } : {}),
      ...(options.payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.payload === undefined ? {} : { payload: options.payload }),
  })
}

type TestResponse = Awaited<ReturnType<typeof send>>

function complaint(what: string, response: TestResponse): string[] {
  const body = response.headers['content-type']?.toString().startsWith('application/json') ? response.json() : {}
  if (response.statusCode >= 400 && response.statusCode < 500 && isErrorBody(body)) return []
  return [`${response.statusCode} for ${what.slice(0, 60)} … ${what.slice(-120)}: ${response.body.slice(0, 120)}`]
}

test.each([
  ['PATCH', '/admin/user', { userId: EXAMPLES.customer, updates: null }, 'updates', 'This must be an object.'],
  ['PATCH', '/admin/user', { userId: EXAMPLES.customer }, 'updates', 'This must be an object.'],
  ['POST', '/suport/send', { receiver: 'Admin', message: 'x', isAdmin: 1 }, 'isAdmin', 'This must be true or false.'],
])('%s %s %j gets a readable field error', async (method, path, body, field, msg) => {
  expect((await admin.call(method, path, { body })).json().errors).toEqual([{ msg, path: field }])
})

test('no field of any body accepts a bad value', { timeout: 60_000 }, async () => {
  const before = await databaseFingerprint(bank, CHANGED_BY_REFUSALS)
  const wrong: string[] = []
  let sent = 0
  const tried = new Map<string, number>()
  for (const [endpoint, request] of requests) {
    if (request.body === undefined) continue
    for (const payload of bodiesWithBadValue(request.body as Json)) {
      if (UNCHECKED_EMAIL.includes(endpoint.path) && BAD_VALUES_BY_FIELD.email?.some((bad) => payload.includes(bad)))
        continue
      if (endpoint.path === CHART_CODES.path && CHART_CODES.codes.some((code) => payload.includes(code))) continue
      sent++
      tried.set(endpoint.path, (tried.get(endpoint.path) ?? 0) + 1)
      wrong.push(...complaint(`${nameOf(endpoint)} ${payload}`, await send(request, { payload })))
    }
  }
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(1_000)
  expect([...tried].filter(([, times]) => times < 9)).toEqual([])
  expect(tried.size).toBe(new Set(bank.routes.flatMap(({ endpoint }) => (endpoint.body ? [endpoint.path] : []))).size)
  expect(await databaseFingerprint(bank, CHANGED_BY_REFUSALS)).toEqual(before)
})

test.each(Object.entries(UNKNOWN_FIELDS))('%s in any body is refused as unknown', async (field, raw) => {
  const before = await databaseFingerprint(bank, CHANGED_BY_REFUSALS)
  const wrong: string[] = []
  for (const [endpoint, request] of requests) {
    const { body } = request
    if (typeof body !== 'object' || body === null || Array.isArray(body) || field in body) continue
    const response = await send(request, { payload: withRaw(body as Record<string, Json>, field, raw) })
    const errors: { path: string }[] = response.json().errors ?? []
    const isRefused = response.statusCode === 400 && errors.some(({ path }) => path === field)
    if (!isRefused) wrong.push(`${nameOf(endpoint)}: ${response.statusCode} ${response.body}`)
  }
  expect(wrong).toEqual([])
  expect(await databaseFingerprint(bank, CHANGED_BY_REFUSALS)).toEqual(before)
})

test('no query accepts a bad value, an unknown name or a repeated name', async () => {
  const before = await databaseFingerprint(bank, CHANGED_BY_REFUSALS)
  const wrong: string[] = []
  let sent = 0
  for (const [endpoint, request] of requests) {
    const names = Object.keys(endpoint.query?.shape ?? {})
    if (names.length === 0) continue
    const queries = [
      '?surprise=1',
      ...names.map((name) => `?${name}=1&${name}=2`),
      ...names.flatMap((name) => (BAD_VALUES_BY_FIELD[name] ?? []).map((bad) => `?${name}=${encodeURIComponent(bad)}`)),
    ]
    for (const query of queries) {
      sent++
      wrong.push(...complaint(`${nameOf(endpoint)}${query}`, await send(request, { query })))
    }
  }
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(50)
  expect(await databaseFingerprint(bank, CHANGED_BY_REFUSALS)).toEqual(before)
})
