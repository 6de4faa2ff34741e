import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { transferForm } from '../../../test/money.ts'

const bank = useBank()
let ada: Person
beforeAll(async () => {
  ada = await bank.person({ balanceCents: 500_00n })
})

const send = (method: string, url: string, payload?: object, headers: Record<string, string> = {}) =>
  bank.app.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${ada.token}`, ...headers },
    ...(payload ? { payload } : {}),
  })

describe('/api/v1', () => {
  test('is the API: every path gets the same response in both spellings', async () => {
    for (const { endpoint } of bank.routes) {
      if (endpoint.success.body === 'events') continue
      const path = endpoint.path.replace(/:\w+/, '01a1dd41-6800-72d8-b8bb-923f18649cc3')
      // A change that takes no body would find another state the second time: only the policy answers it.
      const caller = { authorization: endpoint.method === 'GET' ? `Bearer ${ada.token}` : '' }
      const read = async (prefix: string) => {
        const response = await send(
          endpoint.method,
          `${prefix}${path}?nonsense=1`,
          endpoint.body && { nonsense: 1 },
          caller,
        )
        return [path, response.statusCode, response.statusCode < 400 ? '' : response.json().code]
      }
      expect(await read('/api/v1')).toEqual(await read('/api'))
    }
  })

  test('a key used under one path counts under the other: one transfer, replayed', async () => {
    const headers = { 'idempotency-key': 'once' }
    const first = await send('POST', '/api/v1/transfer', transferForm(), headers)
    const second = await send('POST', '/api/transfer', transferForm(), headers)
    expect([first.statusCode, second.statusCode, second.body]).toEqual([201, 201, first.body])
    expect(second.headers['idempotency-replayed']).toBe('true')
    const other = await send('POST', '/api/v1/transfer', transferForm({ amount: 7 }), headers)
    expect(other.json().code).toBe('idempotency_key_reused')
    expect(await ada.balance()).toMatchObject({ heldCents: 120_50n })
  })

  test('metrics know one name per route, and links stay in the version of the client', async () => {
    await send('GET', '/api/v1/accounts')
    const { body } = await bank.call('GET', '/metrics')
    expect(body).toContain('route="/api/accounts"')
    expect(body).not.toContain('/api/v1')
    await bank.fund(ada.id, 5n)
    const pages = await Promise.all(['/api/v1', '/api'].map((prefix) => send('GET', `${prefix}/transactions?limit=1`)))
    const targets = pages.map(({ headers }) => /^<([^?]+)\?/.exec(String(headers.link))?.[1])
    expect(targets).toEqual(['/api/v1/transactions', '/api/transactions'])
  })

  test.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/nowhere',
    '/api/v1/v1/users',
    '/v1/users',
    '/api/v2/users',
    '/api/V1/users',
  ])('%s does not exist', async (url) => {
    const response = await send('GET', url)
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  })
})

describe('a wrong method', () => {
  test.each([
    ['DELETE', '/api/v1/transfer', 'POST'],
    ['GET', '/api/transfer', 'POST'],
    ['OPTIONS', '/api/v1/transfer', 'POST'],
    ['PUT', '/transfer', 'POST'],
    ['POST', '/api/v1/users', 'GET, HEAD'],
    ['TRACE', '/api/users', 'GET, HEAD'],
    ['PROPFIND', '/api/v1/users?x=1', 'GET, HEAD'],
    ['PUT', '/api/v1/payees/01a1dd41-6800-72d8-b8bb-923f18649cc3', 'PATCH, DELETE'],
    ['POST', '/api/v1/transactions/admin', 'GET, HEAD, PATCH'],
    ['POST', '/api/v1/openapi.json', 'GET, HEAD'],
    ['DELETE', '/api/users/%66actors', 'GET, HEAD'],
  ])('%s %s gets 405 and Allow: %s', async (method, url, allow) => {
    // Whatever the body is: it is not read.
    const response = await send(method, url, undefined, { 'content-type': 'text/plain', 'content-length': '0' })
    expect([response.statusCode, response.headers.allow]).toEqual([405, allow])
    expect(response.json()).toEqual({
      message: 'Method not allowed.',
      code: 'method_not_allowed',
      requestId: response.headers['x-request-id'],
    })
  })

  test('HEAD gets it where there is no GET, and what GET gets elsewhere', async () => {
    const refused = await send('HEAD', '/api/v1/transfer')
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'POST'])
    const [head, get] = [await send('HEAD', '/api/v1/users'), await send('GET', '/api/v1/users')]
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, get.headers['content-length']])
    const { paths } = (await send('GET', '/api/openapi.json')).json()
    expect(Object.keys(paths['/api/v1/users'])).toEqual(['get'])
  })

  test('an unknown path stays 404 for every method', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'TRACE'])
      for (const url of ['/api/v1/nowhere', '/api/users/all/x', '/nowhere']) {
        const response = await send(method, url)
        expect([response.statusCode, response.headers.allow]).toEqual([404, undefined])
      }
  })
})
