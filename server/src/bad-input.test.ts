import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Bank, openBank, type Person } from '../test/bank.ts'
import { everything } from '../test/money.ts'

/*
 * Every call with a body or a query, every field of it, every value that is none: a clear 4xx in the agreed shape, no
 * change in any table, never a 500. Amounts, files and broken JSON have tables of their own beside what reads them.
 */

let bank: Bank
let admin: Person
let user: Person
beforeAll(async () => {
  bank = await openBank()
  admin = await bank.person({ role: 'Admin' })
  user = await bank.person({ balanceCents: 1_000_00n })
})
afterAll(() => bank.close())

/** JSON as it is sent: some of these texts can't be written any other way. */
const NEVER_A_VALUE = ['null', '[5]', '{"a":1}', '[]', '[[]]', '{}', '1e309']
const NEVER_TEXT = [...NEVER_A_VALUE, 'true', '10', '0', '-1']
const NEVER_STORED = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\u202eevil"', `"${'x'.repeat(100_000)}"`]

const BY_FIELD: Record<string, string[]> = {
  email: ['"no address"', '"a@b\\r\\nBcc: c@d"', `"${'a'.repeat(250)}@b.example"`, '"<a@b>"', '"a@b@c"'],
  pin: ['"12345"', '"123"', '"12 4"', '"１２３４"', '""', '"12a4"', '"-123"', '"0x1F"'],
  code: ['"123456"', '"12 45"', '"１２３４５"', '"12a45"'],
  dob: [
    '"2023-02-29"',
    '"0000-01-01"',
    '"9999-12-31"',
    '"+275760-09-13"',
    '"01/02/1990"',
    '"2999-01-01"',
    '"1990-1-1"',
  ],
  createdAt: ['"2023-02-29"', '"9999-12-31"', '"+275760-09-13T00:00:00.000Z"', '"1999-12-31"', '"yesterday"'],
  expireDate: ['"2023-02-29"', '"2001-01-01"', '"+275760-09-13"', '"tomorrow"', '""'],
  gender: ['"Male"', '"other"', '"x"'],
  role: ['"admin"', '"Root"', '""'],
  status: ['"active"', '"Blocked"', '""'],
  method: ['"cash"', '"BANK"', '""'],
  rate: ['0', '-1', '"0"', '"-1"', `"${'9'.repeat(40)}"`, '"1e-3"', '"0.0000000000000000001"', '"0x10"', 'true'],
  userId: ['"../"', '"00000000"', '"\' or 1=1 --"'],
  transactionId: ['"../"', '"00000000"', '"*"'],
  receiver: ['"admin"', '""', '"../"'],
  page: ['-1', '0', '1e9', '1;--', '1.5', 'NaN', ''],
  limit: ['-1', '0', '1e9', '101000', '1;--', '1.5', ''],
  cursor: ['x', "' or 1=1", '../', '%00'],
  from: ['2023-02-29', '0000-00-00', '9999-99-99', 'now()', 'x'],
  to: ['2023-02-29', '0000-00-00', '9999-99-99', 'now()', 'x'],
  type: ['deposit', 'x', ''],
}

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

/** All ways to put one bad value in the place of one field, as JSON text. */
function* spoilt(value: Json, field = ''): Generator<string> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if (field) yield* ['null', 'true', '"text"', '[5]', '7']
    yield withRaw(value, 'surprise', '1')
    for (const [key, inner] of Object.entries(value))
      for (const bad of spoilt(inner, key)) yield withRaw(value, key, bad)
    return
  }
  if (Array.isArray(value)) {
    yield* ['null', 'true', '"text"', '{}', '7', '[null]', '[[]]']
    const [first] = value
    if (first !== undefined) for (const bad of spoilt(first, field)) yield `[${bad}]`
    return
  }
  // A password is never stored as text, so any text may be one.
  const texts = /password/i.test(field) ? NEVER_TEXT : [...NEVER_TEXT, ...NEVER_STORED]
  const bad = typeof value === 'string' ? texts : [...NEVER_A_VALUE, '"text"', '""']
  yield* [...bad, ...(BY_FIELD[field] ?? [])].filter((raw) => !isOne(field, raw))
}

function withRaw(value: Record<string, Json>, key: string, raw: string): string {
  const others = Object.entries(value).filter(([name]) => name !== key)
  return `{${[...others.map(([name, inner]) => `${JSON.stringify(name)}:${JSON.stringify(inner)}`), `${JSON.stringify(key)}:${raw}`].join(',')}}`
}

/** For these fields some of the values above are one: a rate may be a number, and what is optional may be empty. */
const isOne = (field: string, raw: string) =>
  (field === 'rate' && raw === '10') ||
  (raw === '""' && !['amount', 'terms', 'pin', 'expireDate', 'role', 'status', 'method', 'receiver'].includes(field))

/** Where any text is an address, on purpose: no checks, and no hint whether it is known. */
const UNCHECKED_EMAIL = ['/newsletters', '/auths/forgot', '/auths/login']

const exampleOf = (endpoint: Endpoint) => (endpoint.body?.meta()?.examples as Json[] | undefined)?.[0]
const SOME_ID = '00000000-0000-7000-8000-000000000000'

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
  const inShape =
    typeof body.message === 'string' && typeof body.code === 'string' && typeof body.requestId === 'string'
  if (answer.statusCode >= 400 && answer.statusCode < 500 && inShape) return []
  return [`${answer.statusCode} for ${what.slice(0, 60)} … ${what.slice(-120)}: ${answer.body.slice(0, 120)}`]
}

test('no field of any body takes what is no value', async () => {
  const before = await everything(bank)
  const wrong: string[] = []
  let sent = 0
  const tried = new Map<string, number>()
  for (const { endpoint } of bank.routes) {
    const example = exampleOf(endpoint)
    if (example === undefined) continue
    for (const payload of spoilt(example)) {
      if (UNCHECKED_EMAIL.includes(endpoint.path) && BY_FIELD.email?.some((bad) => payload.includes(bad))) continue
      sent++
      tried.set(endpoint.path, (tried.get(endpoint.path) ?? 0) + 1)
      wrong.push(...complaint(`${endpoint.method} ${endpoint.path} ${payload}`, await send(endpoint, { payload })))
    }
  }
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(1_000)
  expect([...tried].filter(([, times]) => times < 10)).toEqual([])
  expect(tried.size).toBe(new Set(bank.routes.flatMap(({ endpoint }) => (endpoint.body ? [endpoint.path] : []))).size)
  expect(await everything(bank)).toEqual(before)
})

test('no query takes what is no value, an unknown name, or one name twice', async () => {
  const before = await everything(bank)
  const wrong: string[] = []
  let sent = 0
  for (const { endpoint } of bank.routes.filter(({ endpoint }) => endpoint.query)) {
    const names = Object.keys(endpoint.query?.shape ?? {})
    const queries = [
      '?surprise=1',
      ...names.map((name) => `?${name}=1&${name}=2`),
      ...names.flatMap((name) => (BY_FIELD[name] ?? []).map((bad) => `?${name}=${encodeURIComponent(bad)}`)),
    ]
    for (const query of queries) {
      sent++
      wrong.push(...complaint(`${endpoint.method} ${endpoint.path}${query}`, await send(endpoint, { query })))
    }
  }
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(50)
  expect(await everything(bank)).toEqual(before)
})
