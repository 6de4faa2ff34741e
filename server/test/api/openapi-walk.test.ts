import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { LightMyRequestResponse } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { useBank } from '../bank.ts'
import { type ExampleRequest, ExampleRequests } from '../example-requests.ts'
import { examplePath, nameOf } from '../policies.ts'

/*
 * A client written from the OpenAPI description alone: makes every described call and compares status, headers and body
 * of each response with the description.
 */

let mailServer: SMTPServer
const bank = useBank(async () => {
  mailServer = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
  const tcpServer = mailServer.listen(0, '127.0.0.1')
  await once(tcpServer, 'listening')
  const { port } = tcpServer.address() as AddressInfo
  return { config: { smtpUrl: `smtp://127.0.0.1:${port}` } }
})
let ajv: Ajv2020
let document: {
  paths: Record<string, Record<string, { responses: Record<string, { headers?: object; content?: object }> }>>
}

beforeAll(async () => {
  document = (await bank.call('GET', '/openapi.json')).json()
  ajv = new Ajv2020({ strict: false })
  // CommonJS under Node: the function is the module's default.
  ;(formats as unknown as { default: (target: Ajv2020) => void }).default(ajv)
  ajv.addSchema(document, 'bank')
})
afterAll(() => mailServer.close())

const operationOf = ({ method, path }: Endpoint) => {
  const described = `/api/v1${path.replace(/:(\w+)/g, '{$1}')}`
  return {
    pointer: `${described.replaceAll('/', '~1')}/${method.toLowerCase()}`,
    responses: document.paths[described]?.[method.toLowerCase()]?.responses,
  }
}

function complaints(endpoint: Endpoint, response: LightMyRequestResponse): string[] {
  const { pointer, responses } = operationOf(endpoint)
  const description = responses?.[response.statusCode]
  if (!description)
    return [`${nameOf(endpoint)}: ${response.statusCode} is not described: ${response.body.slice(0, 200)}`]
  const missing = Object.keys(description.headers ?? {}).filter(
    (name) =>
      !['Link', 'Idempotency-Replayed', 'X-Total-Count'].includes(name) && !response.headers[name.toLowerCase()],
  )
  const found = missing.map((name) => `${nameOf(endpoint)}: header ${name} is missing`)
  const type = String(response.headers['content-type'] ?? '').split(';')[0] ?? ''
  if (!description.content)
    return response.body === '' ? found : [...found, `${nameOf(endpoint)}: a body where none is described`]
  if (!(type in description.content)) return [...found, `${nameOf(endpoint)}: ${type} is not described`]
  if (type !== 'application/json') return found
  const check = ajv.getSchema(
    `bank#/paths/${pointer}/responses/${response.statusCode}/content/application~1json/schema`,
  )
  if (!check?.(response.json()))
    found.push(`${nameOf(endpoint)} ${response.statusCode}: ${ajv.errorsText(check?.errors)}`)
  return found
}

const send = ({ by, method, path, ...options }: ExampleRequest) =>
  bank.call(method, path, { token: by?.token ?? null, ...options })

/** The event stream never ends; it has its own tests. */
const described = () => bank.routes.map(({ endpoint }) => endpoint).filter(({ success }) => success.body !== 'events')

/** A list is read after something was added to it. */
const adderOf = ({ method, path }: Endpoint) =>
  method === 'GET' ? described().find((other) => other.method === 'POST' && other.path === path) : undefined

test('every described call succeeds as described', { timeout: 60_000 }, async () => {
  const wrong: string[] = []
  for (const endpoint of described()) {
    const requests = new ExampleRequests(bank)
    const adder = adderOf(endpoint)
    if (adder) await requests.made(adder)
    const response = await send(await requests.of(endpoint))
    if (response.statusCode !== endpoint.success.status)
      wrong.push(`${nameOf(endpoint)}: ${response.statusCode} ${response.body.slice(0, 200)}`)
    wrong.push(...complaints(endpoint, response))
  }
  expect(wrong).toEqual([])
})

test('every described call refuses as described: anonymous callers, invalid bodies, unknown ids', async () => {
  const admin = await bank.person({ role: 'Admin' })
  const wrong: string[] = []
  for (const endpoint of described()) {
    const request = { by: admin, method: endpoint.method, path: examplePath(endpoint) }
    const tries: ExampleRequest[] = [
      { ...request, by: null },
      { ...request, query: { senseless: '1' } },
    ]
    if (endpoint.body)
      tries.push(
        { ...request, body: { senseless: true } },
        { ...request, body: endpoint.example?.body },
        { ...request, body: 'nonsense', headers: { 'content-type': 'text/plain' } },
      )
    for (const one of endpoint.path === '/auths/logout' ? tries.slice(0, 1) : tries)
      wrong.push(...complaints(endpoint, await send(one)))
  }
  expect(wrong).toEqual([])
})
