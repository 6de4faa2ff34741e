import { readdir } from 'node:fs/promises'
import type { Endpoint } from '#contract/endpoint.ts'
import { nameOf } from '../../server/test/policies.ts'

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

function isEndpoint(value: unknown): value is Endpoint {
  const { method, path, policy } = (value ?? {}) as Partial<Endpoint>
  return typeof method === 'string' && typeof path === 'string' && typeof policy === 'string'
}
