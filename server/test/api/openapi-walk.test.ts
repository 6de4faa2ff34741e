import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { LightMyRequestResponse } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Person, useBank } from '../bank.ts'
import type { Recipe, Request } from './recipe.ts'
import { createRecipes, nameOf } from './walk-recipes.ts'

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
let recipes: Record<string, Recipe>
let admin: Person
let ajv: Ajv2020
let document: {
  paths: Record<string, Record<string, { responses: Record<string, { headers?: object; content?: object }> }>>
}

beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', fullName: 'Iris Admin' })
  const user = await bank.person({ balanceCents: 5_000_00n, fullName: 'Otto User' })
  recipes = createRecipes(bank, user, admin)
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

const send = async (endpoint: Endpoint, { by = admin, path = endpoint.path, query, body, headers }: Request) =>
  bank.call(endpoint.method, path, {
    token: by?.token ?? null,
    ...(query ? { query } : {}),
    ...(body === undefined ? {} : { body }),
    ...(headers ? { headers } : {}),
  })

/** The event stream never ends; it has its own tests. */
const described = () => bank.routes.map(({ endpoint }) => endpoint).filter(({ success }) => success.body !== 'events')

test('every described call succeeds as described', async () => {
  const wrong: string[] = []
  for (const endpoint of described()) {
    const response = await send(endpoint, (await recipes[nameOf(endpoint)]?.()) ?? {})
    if (response.statusCode !== endpoint.success.status)
      wrong.push(`${nameOf(endpoint)}: ${response.statusCode} ${response.body.slice(0, 200)}`)
    wrong.push(...complaints(endpoint, response))
  }
  expect(wrong).toEqual([])
})

test('every described call refuses as described: anonymous callers, invalid bodies, unknown ids', async () => {
  const wrong: string[] = []
  const noOne = '00000000-0000-7000-8000-000000000000'
  for (const endpoint of described()) {
    const path = endpoint.path.replace(/:\w+/, noOne)
    const tries: Request[] = [
      { by: null, path },
      { path, query: { senseless: '1' } },
    ]
    if (endpoint.body)
      tries.push(
        { path, body: { senseless: true } },
        { path, body: 'nonsense', headers: { 'content-type': 'text/plain' } },
      )
    for (const request of endpoint.path === '/auths/logout' ? tries.slice(0, 1) : tries)
      wrong.push(...complaints(endpoint, await send(endpoint, request)))
  }
  expect(wrong).toEqual([])
})

test('every recipe is for an existing call', () => {
  const names = new Set(described().map(nameOf))
  expect(Object.keys(recipes).filter((name) => !names.has(name))).toEqual([])
})
