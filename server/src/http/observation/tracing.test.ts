import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useBank } from '../../../test/bank.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../platform/config/config.ts'
import { startTracing, watchExports } from './tracing.ts'

type SentSpan = {
  name: string
  traceId: string
  parentSpanId?: string
  attributes: { key: string; value: object }[]
  status: object
}

const bank = useBank()
const bodies: string[] = []
let collector: Server
let endpoint: string
beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString())
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => collector.once('listening', resolve))
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`
})
afterAll(() => collector.close())

const start = (ratio = '1') => {
  const { tracing } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio })
  if (!tracing) throw new Error('No endpoint')
  return startTracing(tracing)
}
const sentSpans = () =>
  bodies.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  })

test('requests, batches and failures reach the collector, within the trace of the caller and without personal data', async () => {
  const tracing = await start()
  const { sql, ledger, keys, config, now } = bank
  const { app } = await buildApp({ sql, ledger, keys, config, now, tracing })
  const ada = await bank.person({ fullName: 'Ada Traced' })
  const staff = await bank.person({ role: 'Admin' })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const get = (url: string, headers = {}) =>
    app.inject({ url, headers: { authorization: `Bearer ${staff.token}`, ...headers } })
  await get(`/api/admin/users/${ada.id}?secret=x`, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
  await get(`/api/users/all?search=${ada.email}`, { traceparent: 'nonsense' })
  await get('/api/healthz')
  await tracing.span('ledger batch', { 'openteller.commands': 3 }, async () => 'done')
  await expect(tracing.span('job x', {}, () => Promise.reject(new Error('a secret')))).rejects.toThrow('a secret')
  await app.close()
  await tracing.stop()

  const spans = sentSpans()
  expect(spans.map(({ name }) => name).sort()).toEqual([
    'GET /api/admin/users/:id',
    'GET /api/users/all',
    'job x',
    'ledger batch',
  ])
  const [request] = spans.filter(({ name }) => name === 'GET /api/admin/users/:id')
  expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
  expect(JSON.stringify(request?.attributes)).toContain('"http.response.status_code"')
  expect(spans.find(({ name }) => name === 'job x')?.status).toMatchObject({ code: 2 })
  const whole = bodies.join()
  expect(whole).toContain('"openteller"')
  for (const secret of [ada.id, ada.email, 'Ada Traced', staff.id, staff.token, 'secret', '127.0.0.1:'])
    expect(whole).not.toContain(secret)
})

test('a client can’t have its requests traced against the ratio', async () => {
  bodies.length = 0
  const tracing = await start('0')
  await tracing.span('ledger batch', {}, async () => {})
  await tracing.stop()
  expect(bodies).toEqual([])
})

test('a dead collector costs nothing, and its lost spans are counted', async () => {
  const tracing = await startTracing({ endpoint: 'http://127.0.0.1:9', serviceName: 'x', ratio: 1 })
  const exported = vi.fn()
  tracing.onExport(exported)
  expect(await tracing.span('ledger batch', {}, async () => 'done')).toBe('done')
  await tracing.stop()
  expect(exported.mock.calls).toEqual([[1, expect.any(Error)]])
})

test('a dead collector is logged once, until it is back', async () => {
  const { warn, info, observe } = { warn: vi.fn(), info: vi.fn(), observe: vi.fn() }
  const onExport = vi.fn()
  watchExports({ onExport }, { warn, info }, observe)
  const dead = new Error('connect ECONNREFUSED')
  for (const failure of [null, dead, dead, null, null, dead]) onExport.mock.lastCall?.[0](2, failure)
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual(Array(2).fill({ reason: dead.message }))
  expect(info).toHaveBeenCalledOnce()
  expect(observe.mock.calls.map(([outcome]) => outcome)).toEqual(['sent', 'lost', 'lost', 'sent', 'sent', 'lost'])
})
