import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { EXAMPLES } from '#contract/examples.ts'
import { exampleOf } from '../../src/http/openapi/openapi-examples.ts'
import { openBank, useBank } from '../bank.ts'
import { nameOf } from '../policies.ts'

type Content = Record<string, { example?: unknown; examples?: unknown }>
type Operation = {
  tags: string[]
  requestBody?: { content: Content }
  'x-codeSamples': { source: string }[]
  responses: Record<string, { content?: Content }>
}
type Document = { paths: Record<string, Record<string, Operation>>; tags: { name: string; description: string }[] }

const bank = useBank()
let source: string
beforeAll(async () => {
  source = (await bank.call('GET', '/openapi.json')).body
})

test('the description passes the linter', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  const messages = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)
  expect(messages).toEqual([])
})

test('the description has the version of the software', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
  expect(JSON.parse(source).info.version).toBe(version)
})

test('escapes the bank’s name in the title of the documentation page', async () => {
  const name = 'Birch & Sons </title><script>alert(1)</script>'
  const named = await openBank({ config: { institution: { ...bank.config.institution, name } } })
  const page = (await named.call('GET', '/docs/')).body
  await named.close()
  expect(page).toContain('<title>Birch &amp; Sons &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; API</title>')
  expect(page).not.toContain('<script>')
})

test('every route is described, and nothing else', () => {
  const described = Object.entries(JSON.parse(source).paths as Record<string, object>).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const registered = bank.routes.map(
    ({ endpoint: { method, path } }) => `${method} /api/v1${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(described.sort()).toEqual(registered.sort())
})

test('every operation has an example, and every tag a description', () => {
  const { paths, tags } = JSON.parse(source) as Document
  const described = new Map(tags.map(({ name, description }) => [name, description]))
  const wrong: string[] = []
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method} ${path}`
      const call = operation['x-codeSamples'][0]?.source ?? ''
      if (!call.includes(path.replace('/api/v1', '$BANK').split('{')[0] ?? path) || call.includes('undefined'))
        wrong.push(`${name}: ${call}`)
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const json = content?.['application/json']
        if (json && !('example' in json) && !json.examples && status !== '202')
          wrong.push(`${name}: ${status} has no example`)
      }
      for (const tag of operation.tags) if (!described.get(tag)) wrong.push(`${name}: the tag ${tag} is not described`)
    }
  expect(wrong).toEqual([])
})

test('every request has one example, which fits its schemas, and the document shows it', () => {
  const { paths } = JSON.parse(source) as Document
  const wrong: string[] = []
  for (const { endpoint } of bank.routes) {
    const { method, path, example = {} } = endpoint
    for (const part of ['params', 'query', 'body'] as const) {
      const [schema, shown] = [endpoint[part], example[part]]
      if (!schema) {
        if (shown !== undefined) wrong.push(`${nameOf(endpoint)} has an example of its ${part}, but takes none`)
        continue
      }
      if (shown === undefined && part !== 'query') wrong.push(`${nameOf(endpoint)} has no example of its ${part}`)
      for (const other of (schema.meta()?.examples as unknown[] | undefined) ?? [])
        if (!isDeepStrictEqual(other, shown)) wrong.push(`${nameOf(endpoint)} has a second example of its ${part}`)
      const { error } = schema.safeParse(shown ?? {})
      if (error) wrong.push(`${nameOf(endpoint)} ${part}: ${error.message}`)
    }
    const described = paths[`/api/v1${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
    expect(described?.requestBody?.content['application/json']?.example, path).toEqual(example.body)
  }
  expect(wrong).toEqual([])
})

test('examples name different things, each in some request', () => {
  const values = Object.values(EXAMPLES).map((value) => JSON.stringify(value))
  expect(new Set(values).size).toBe(values.length)
  const requests = JSON.stringify(bank.routes.map(({ endpoint }) => endpoint.example))
  expect(values.filter((value) => !requests.includes(value))).toEqual([])
})

/** Fields that stand in place of others, or that the call only compares or ignores. */
const NOT_SHOWN: Record<string, readonly string[]> = {
  'PATCH /admin/user': ['updates.reason', 'expected'],
  'PATCH /orders/:id': ['amount', 'message', 'pin', 'authorisation', 'code'],
  'POST /admin/journal-entries': ['lines.credit'],
  'POST /admin/payment-runs': ['accountId', 'executeOn', 'preview'],
  'POST /admin/payment-runs/preview': ['accountId', 'executeOn'],
  'POST /admin/verifications/decide': ['expected.fullName'],
  'POST /auths/confirm': ['totp', 'recoveryCode', 'challenge', 'passkey'],
  'POST /auths/login/verify': ['totp', 'passkey'],
  'POST /auths/passkey': ['response.response.userHandle'],
  'POST /orders': ['authorisation'],
  'POST /transfer': ['authorisation', 'code'],
  'POST /transfer-code': ['authorisation'],
  'POST /transfer/authorisation': ['order'],
  'POST /transfer/preview': ['pin', 'authorisation', 'payRequest', 'code'],
  'POST /users/api-keys': ['authorisation'],
  'PUT /admin/outside-accounts/:id/csv-mappings/:fingerprint': ['mapping.credit', 'mapping.debit'],
}

/** Names with dots of the fields that an object of the schema may have and the value has not. */
function missingFields(schema: unknown, value: unknown): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodPrefault)
    return missingFields(schema.unwrap(), value)
  if (schema instanceof z.ZodPipe) return missingFields(schema.in, value)
  if (schema instanceof z.ZodArray) return missingFields(schema.element, (value as unknown[])[0])
  if (!(schema instanceof z.ZodObject)) return []
  const fields = value as Record<string, unknown>
  return Object.entries(schema.shape).flatMap(([name, field]) =>
    fields[name] === undefined ? [name] : missingFields(field, fields[name]).map((inner) => `${name}.${inner}`),
  )
}

test('the example of a body shows every field: the tests of bad input try those that it shows', () => {
  for (const { endpoint } of bank.routes) {
    const left = NOT_SHOWN[nameOf(endpoint)] ?? []
    const missing = missingFields(endpoint.body, endpoint.example?.body)
    const unexpected = missing.filter((field) => !left.some((name) => field === name || field.startsWith(`${name}.`)))
    expect([nameOf(endpoint), ...unexpected]).toEqual([nameOf(endpoint)])
  }
})

test('every response body has an example that its schema accepts', () => {
  const wrong: string[] = []
  for (const { endpoint } of bank.routes) {
    const { body } = endpoint.success
    if (body === null || typeof body === 'string') continue
    const example = exampleOf(body)
    const result = body.safeParse(example)
    if (!result.success) wrong.push(`${endpoint.method} ${endpoint.path}: ${result.error.message}`)
  }
  expect(wrong).toEqual([])
})
