import { readFile } from 'node:fs/promises'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openBank, useBank } from '../bank.ts'

type Operation = {
  tags: string[]
  'x-codeSamples': { source: string }[]
  responses: Record<string, { content?: Record<string, { example?: unknown; examples?: unknown }> }>
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

test('every request and response body has an example that its schema accepts', () => {
  const wrong: string[] = []
  const check = (what: string, schema: z.ZodType): void => {
    // The example of a list is that of its elements.
    const shown = schema instanceof z.ZodArray ? (schema.element as z.ZodType) : schema
    const examples = (shown.meta()?.examples ?? []) as unknown[]
    if (examples.length === 0) wrong.push(`${what} has no example`)
    for (const example of examples) {
      const result = shown.safeParse(example)
      if (!result.success) wrong.push(`${what}: ${result.error.message}`)
    }
  }
  for (const { endpoint } of bank.routes) {
    const name = `${endpoint.method} ${endpoint.path}`
    if (endpoint.body) check(`${name} request`, endpoint.body)
    if (endpoint.success.body && typeof endpoint.success.body !== 'string')
      check(`${name} response`, endpoint.success.body)
  }
  expect(wrong).toEqual([])
})
