import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, refusalOf, transferForm } from '../../../test/money.ts'

const bank = useBank()
let ada: Person
beforeAll(async () => {
  ada = await bank.person({ balanceCents: 500_00n })
})

const transfer = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  ada.call('POST', '/transfer', { body, headers })

async function nothingChanges(act: () => Promise<void>) {
  const before = await databaseFingerprint(bank)
  await act()
  expect(await databaseFingerprint(bank)).toEqual(before)
}

describe('bodies', () => {
  const good = JSON.stringify(transferForm())
  const malformed: [string, string | Buffer, string][] = [
    ['half a body', good.slice(0, -5), 'The body is not JSON.'],
    ['garbage after the body', `${good}garbage`, 'The body is not JSON.'],
    ['a key twice', good.replace('{', '{"amount":1,'), 'The field "amount" appears twice.'],
    ['__proto__', good.replace('{', '{"__proto__":{"role":"Admin"},'), '"__proto__" is not a field.'],
    ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le'), 'The body is not UTF-8.'],
    [
      'a number that would be rounded',
      good.replace(/"amount":[\d.]+/, '"amount":1.00000000000000000001'),
      'The number 1.00000000000000000001 can’t be read exactly.',
    ],
    ['a list', `[${good}]`, 'The body must be a JSON object.'],
    [
      'thirty thousand levels',
      `{"amount":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      'The body is nested too deeply.',
    ],
  ]
  test.each(malformed)('%s: malformed', async (_, body, message) => {
    await nothingChanges(async () => {
      expect(refusalOf(await transfer(body))).toEqual({ status: 400, code: 'malformed', message })
    })
  })

  test('names every unknown field', async () => {
    await nothingChanges(async () => {
      const body = { ...transferForm(), role: 'Admin', constructor: 1, balance: 5 }
      const { errors, ...refusal } = refusalOf(await transfer(JSON.stringify(body))) as { errors: object[] }
      expect(refusal).toEqual({ status: 400, code: 'invalid', message: 'Please check what you entered.' })
      expect(errors).toEqual(['role', 'constructor', 'balance'].map((path) => ({ msg: 'Unknown field.', path })))
    })
  })

  test('rejects a missing, an empty and a one-megabyte body', async () => {
    await nothingChanges(async () => {
      expect(refusalOf(await ada.call('POST', '/transfer'))).toMatchObject({ status: 400, code: 'invalid' })
      expect(refusalOf(await transfer(''))).toMatchObject({ status: 400 })
      const large = refusalOf(await transfer(JSON.stringify({ ...transferForm(), iban: 'x'.repeat(1_000_000) })))
      expect(large).toEqual({ status: 413, code: 'too_large', message: 'The request is too large.' })
    })
  })

  test('rejects two hundred thousand levels for their size before their depth', async () => {
    const body = `{"amount":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect(refusalOf(await transfer(body))).toMatchObject({ status: 413, code: 'too_large' })
  })

  test('does not unpack a compressed body', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
    expect(refusalOf(await transfer(bomb, headers))).toMatchObject({ status: 400, code: 'malformed' })
  })
})

describe('content types', () => {
  const good = JSON.stringify({ ...transferForm(), amount: 1 })
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
    'application/json ; charset=utf-8',
    'application/json\t; charset=utf-8',
  ])('%j is accepted as JSON and its body is validated', async (type) => {
    const response = await transfer('{"amount":"10","extra":1}', { 'content-type': type })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toContainEqual({ msg: 'Unknown field.', path: 'extra' })
    expect((await transfer(good, { 'content-type': type })).statusCode).toBe(201)
  })

  test.each([
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/json-patch+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/vnd.api+json',
    'application/\tjson',
    'application /json',
    'a/a;application/json',
    'text/plain; application/json',
    '*/*',
    'application/*',
    'nonsense',
  ])('%j is rejected', async (type) => {
    await nothingChanges(async () => {
      const response = await transfer(good, { 'content-type': type })
      expect(refusalOf(response)).toMatchObject({ status: 415, code: 'wrong_media_type' })
    })
  })

  test('accepts a content type without a body where the body may be absent', async () => {
    const admin = await bank.person({ role: 'Admin' })
    const headers = { 'content-type': 'application/json' }
    const response = await admin.call('POST', '/admin/payment-runs', { body: '', headers })
    expect(refusalOf(response)).toMatchObject({ status: 409, code: 'nothing_to_pay' })
    expect(refusalOf(await transfer('', headers))).toMatchObject({ status: 400, code: 'malformed' })
  })

  test('accepts a content type without a body where no body is expected', async () => {
    const calls = bank.routes.filter(
      ({ endpoint }) => endpoint.method !== 'GET' && !endpoint.body && !endpoint.multipart,
    )
    expect(calls.map(({ endpoint }) => endpoint.path)).toContain('/auths/logout')
    for (const { endpoint } of calls) {
      const { token } = await bank.person({ role: 'Admin' })
      const response = await bank.app.inject({
        method: endpoint.method,
        url: `/api${endpoint.path.replace(':number', '123').replace(/:\w+/g, '01a1dd41-6800-72d8-b8bb-923f18649cc3')}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
      expect([endpoint.path, response.statusCode]).not.toEqual([endpoint.path, expect.toBeOneOf([400, 415])])
    }
    expect(refusalOf(await transfer(''))).toMatchObject({ status: 400 })
  })

  test('rejects a body without a content type', async () => {
    await nothingChanges(async () => {
      const response = await bank.app.inject({
        method: 'POST',
        url: '/api/transfer',
        headers: { authorization: `Bearer ${ada.token}`, 'content-type': '' },
        payload: good,
      })
      expect(refusalOf(response)).toMatchObject({ status: 415 })
    })
  })
})

describe('queries', () => {
  test('rejects a repeated, unknown or invalid parameter', async () => {
    for (const query of [
      'limit=5&limit=6',
      'limit[]=5',
      'limit=5;--',
      'limit=-1',
      'limit=0',
      'limit=1e9',
      'limit=%00',
      'unknown=1',
      '__proto__=1',
      'type=deposit',
    ]) {
      const response = await bank.app.inject({
        url: `/api/transactions?${query}`,
        headers: { authorization: `Bearer ${ada.token}` },
      })
      expect([query, response.statusCode, response.json().code]).toEqual([query, 400, 'invalid'])
    }
  })
})

describe('keys', () => {
  test.each([
    ['none', '', 400],
    ['too long', 'k'.repeat(256), 400],
    ['with a control character', 'a\tb', 400],
    ['with more than ASCII', 'clé', 400],
    ['at its longest', 'k'.repeat(255), 201],
    ['with spaces and signs', ' a "b" ~ {} ', 201],
  ])('%s', async (_, key, status) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const response = await transfer(JSON.stringify({ ...transferForm(), amount: 1 }), headers)
    expect(response.statusCode).toBe(status)
    if (status === 400) expect(response.json().message).toBe('Idempotency-Key must be 1 to 255 printable characters.')
  })
})
