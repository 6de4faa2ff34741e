import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HttpClient } from './http-client.ts'
import { FaultProxy } from './proxy.ts'

let server: Server
let proxy: FaultProxy
let client: HttpClient
let received: string[]
beforeEach(async () => {
  received = []
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json').end('{"code":"here"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = new FaultProxy('http', { host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  const port = await proxy.listen()
  client = new HttpClient({ address: () => `http://127.0.0.1:${port}`, timeoutMs: 4_000 })
})
afterEach(async () => {
  client.close()
  await proxy.close()
  server.closeAllConnections()
  server.close()
})

const get = () => client.call(null, 'GET', '/x')
const post = () => client.call(null, 'POST', '/x', {})

test('forwards requests and responses', async () => {
  expect((await get()).json()).toEqual({ code: 'here' })
  expect((await post()).status).toBe(200)
  expect(received).toEqual(['GET /api/x', 'POST /api/x'])
})

test('drops the response to a POST whose request arrived, but not to a GET', async () => {
  proxy.dropResponses(1)
  expect((await get()).status).toBe(200)
  await expect(post()).rejects.toThrow()
  expect((await post()).status).toBe(200)
  expect([proxy.dropped, received]).toEqual([1, ['GET /api/x', 'POST /api/x', 'POST /api/x']])
})

test('cuts open connections, accepts new ones, and accepts none while refusing', async () => {
  await get()
  expect(proxy.cutConnections()).toBe(1)
  // The client may not have noticed yet that its connection is gone.
  await vi.waitFor(async () => expect((await get()).status).toBe(200))
  proxy.refuse(true)
  await expect(get()).rejects.toThrow()
  proxy.refuse(false)
  await vi.waitFor(async () => expect((await get()).status).toBe(200))
})
