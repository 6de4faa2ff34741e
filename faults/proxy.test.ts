import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeConnections, send } from './clients/http.ts'
import { FaultProxy } from './proxy.ts'

let server: Server
let proxy: FaultProxy
let port: number
let asked: string[]
beforeEach(async () => {
  asked = []
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json').end('{"code":"here"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = new FaultProxy('http', { host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  port = await proxy.listen()
})
afterEach(async () => {
  closeConnections()
  await proxy.close()
  server.closeAllConnections()
  server.close()
})

const get = () => send(port, { method: 'GET', path: '/x' })
const post = () => send(port, { method: 'POST', path: '/x', body: {} })

test('everything passes while nothing is broken', async () => {
  expect((await get()).body).toEqual({ code: 'here' })
  expect((await post()).status).toBe(200)
  expect(asked).toEqual(['GET /api/x', 'POST /api/x'])
})

test('a lost answer: the request arrives, whoever asked never hears of it, and reads are spared', async () => {
  proxy.dropResponses(1)
  expect((await get()).status).toBe(200)
  await expect(post()).rejects.toThrow()
  expect((await post()).status).toBe(200)
  expect([proxy.dropped, asked]).toEqual([1, ['GET /api/x', 'POST /api/x', 'POST /api/x']])
})

test('cut connections break, new ones work; while it refuses none does', async () => {
  await get()
  expect(proxy.cutConnections()).toBe(1)
  // Whoever asks in that very moment may still use the connection that is gone.
  await vi.waitFor(async () => expect((await get()).status).toBe(200))
  proxy.refuse(true)
  await expect(get()).rejects.toThrow()
  proxy.refuse(false)
  await vi.waitFor(async () => expect((await get()).status).toBe(200))
})
