import { readdir } from 'node:fs/promises'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { exampleOf, type Json, SOME_ID } from '../../server/test/bad-values.ts'

const CONTRACT = new URL('../../contract/src/', import.meta.url)

/** Reads all endpoints from the contract's files, so that a new endpoint is attacked as well. */
export async function readEndpoints(): Promise<Endpoint[]> {
  const found = new Map<string, Endpoint>()
  for (const file of (await readdir(CONTRACT, { recursive: true }))
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .sort()) {
    const exports = Object.values(await import(new URL(file, CONTRACT).href))
    for (const value of exports) if (isEndpoint(value)) found.set(nameOf(value), value)
  }
  return [...found.values()]
}

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

function isEndpoint(value: unknown): value is Endpoint {
  const { method, path, policy } = (value ?? {}) as Partial<Endpoint>
  return typeof method === 'string' && typeof path === 'string' && typeof policy === 'string'
}

/** Every optional field of the contract accepts one of these; the first that fits is used. */
const CANDIDATES: Json[] = ['text', 'a@fields.example', '2024-02-29', '1', SOME_ID, 1, true, ['text'], {}]

/** A body with every field of the schema, including those without an example. */
export function fullBodyOf({ body }: Endpoint, good: Json | undefined = undefined): Json | undefined {
  if (!body) return undefined
  return complete(body, good ?? exampleOf({ body } as Endpoint) ?? {})
}

function complete(schema: unknown, value: Json): Json {
  const inner = unwrap(schema)
  if (Array.isArray(value)) {
    const element = inner instanceof z.ZodArray ? inner.element : null
    return element ? value.map((one) => complete(element, one)) : value
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value
  const fields = Object.entries(inner.shape).flatMap(([name, field]) => {
    const given = value[name]
    if (given !== undefined) return [[name, complete(field, given)] as const]
    const fits = CANDIDATES.find((candidate) => (field as z.ZodType).safeParse(candidate).success)
    return fits === undefined ? [] : [[name, complete(field, fits)] as const]
  })
  return Object.fromEntries(fields)
}

/** The schema inside optional, default and pipe wrappers. */
function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return unwrap(schema.unwrap())
  return schema instanceof z.ZodPipe ? unwrap(schema.in) : schema
}
