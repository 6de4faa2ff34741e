import fc from 'fast-check'
import type { Operation, Parameter } from './document.ts'
import { type Schema, type ValueSource, valuesOf } from './values.ts'

/** A request, before it has a caller. */
export type DescribedRequest = {
  operation: Operation
  /** What is wrong with it; null: it fits its schema. */
  mutation: string | null
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

type Parts = { path: object; query: object; header: object; body: unknown }
type Fields = Record<string, unknown>

/** How many candidates are tried for a request: some break a rule between fields. */
const CANDIDATES = 40
const SEED_STEP = 1_000_003
const WRONG_VALUES: readonly unknown[] = [
  null,
  'x',
  '',
  -1,
  1e30,
  0.001,
  true,
  [],
  {},
  ['x'],
  { a: 1 },
  'x'.repeat(5_000),
]
const WRONG_TEXTS = ['x', '-1', '', '0', '1e9', '%00', '9'.repeat(400), "' or 1=1--", '../x']

const made = new WeakMap<Operation, fc.Arbitrary<Parts>>()

/** Requests that fit the document, then as many that don't, the same for the same seed and ids. */
export function requestsOf(
  operation: Operation,
  source: ValueSource,
  { seed, valid, invalid }: { seed: number; valid: number; invalid: number },
): DescribedRequest[] {
  const values = made.get(operation) ?? partsOf(operation, source)
  made.set(operation, values)
  const base: Parts[] = []
  for (let attempt = 0; base.length < valid + invalid && attempt < CANDIDATES; attempt++)
    base.push(
      ...fc.sample(values, { seed: seed + attempt * SEED_STEP, numRuns: 1 }).filter((parts) => fits(operation, parts)),
    )
  const mutants = fc.sample(fc.infiniteStream(fc.nat(1_000_000)), { seed, numRuns: 1 })[0] ?? [][Symbol.iterator]()
  const next = () => mutants.next().value as number
  return base.flatMap((parts, index) => {
    if (index < valid) return [toRequest(operation, parts, null)]
    const request = mutate(operation, parts, next)
    return request ? [request] : []
  })
}

function partsOf({ parameters, bodySchema, bodyRequired }: Operation, source: ValueSource): fc.Arbitrary<Parts> {
  const group = (place: Parameter['in']) => {
    const of = parameters.filter((parameter) => parameter.in === place)
    const values = Object.fromEntries(of.map(({ name, schema }) => [name, valuesOf(schema, source)]))
    const requiredKeys = of.filter(({ required }) => required || place === 'path').map(({ name }) => name)
    return fc.record(values, { requiredKeys }) as fc.Arbitrary<object>
  }
  const body = bodySchema ? valuesOf(bodySchema, source) : fc.constant(undefined)
  return fc.record({
    path: group('path'),
    query: group('query'),
    header: group('header'),
    body: bodyRequired ? body : fc.option(body, { nil: undefined, freq: 4 }),
  })
}

function fits({ parameters, bodySchema, acceptsParameter, acceptsBody }: Operation, parts: Parts): boolean {
  const right = parameters.every((parameter) => {
    const value = (parts[parameter.in] as Fields)[parameter.name]
    return value === undefined || acceptsParameter(parameter, value)
  })
  // No URL can have an empty segment or these two.
  const routable = Object.values(parts.path).every((value) => !['', '.', '..'].includes(String(value)))
  const isForm = hasFile(bodySchema)
  return right && routable && (parts.body === undefined || isForm || acceptsBody(parts.body))
}

const hasFile = (schema: Schema | null) =>
  Object.values(schema?.properties ?? {}).some(({ format }) => format === 'binary')

function toRequest(
  operation: Operation,
  { path, query, header, body }: Parts,
  mutation: string | null,
): DescribedRequest {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((path as Fields)[name])),
  )
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  const headers = Object.fromEntries(Object.entries(header).map(([name, value]) => [name.toLowerCase(), String(value)]))
  const request = { operation, mutation, path: filled + (search === '' ? '' : `?${search}`), headers }
  if (body === undefined) return request
  if (operation.bodyType === 'multipart/form-data') return { ...request, ...toForm(operation, body as Fields, headers) }
  return {
    ...request,
    headers: { ...headers, 'content-type': operation.bodyType ?? 'application/json' },
    body: JSON.stringify(body),
  }
}

const BOUNDARY = 'described'
const FILES = [
  Buffer.from('Date,Amount,Text\n2026-01-05,12.50,Rent\n'),
  Buffer.from('<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>'),
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(0),
]

function toForm({ bodySchema }: Operation, body: Fields, headers: Record<string, string>) {
  const parts = Object.entries(body).flatMap(([name, value]) => {
    const isFile = bodySchema?.properties?.[name]?.format === 'binary'
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${isFile ? '; filename="a.png"' : ''}\r\n\r\n`
    const content = isFile ? FILES[String(value).length % FILES.length] : Buffer.from(String(value))
    return [Buffer.from(head), content ?? Buffer.alloc(0), Buffer.from('\r\n')]
  })
  return {
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  }
}

/** Breaks one rule of the document. Null: the draw broke none. */
function mutate(operation: Operation, parts: Parts, next: () => number): DescribedRequest | null {
  const pick = <T>(of: readonly T[]) => of[next() % of.length] as T
  const json = operation.bodyType === 'application/json'
  const body = json && isFields(parts.body) ? parts.body : null
  const tries: (() => DescribedRequest | null)[] = []
  if (body) {
    tries.push(() => {
      const changed = { ...body, [`unknown${next() % 100}`]: 1 }
      return operation.acceptsBody(changed)
        ? null
        : toRequest(operation, { ...parts, body: changed }, 'an unknown field')
    })
    tries.push(() => {
      const changed = structuredClone(body)
      replaceSomewhere(changed, pick(WRONG_VALUES), next)
      return operation.acceptsBody(changed) ? null : toRequest(operation, { ...parts, body: changed }, 'a wrong value')
    })
    tries.push(() => {
      const changed = { ...body }
      delete changed[pick(Object.keys(changed))]
      return operation.acceptsBody(changed)
        ? null
        : toRequest(operation, { ...parts, body: changed }, 'a missing field')
    })
  }
  const given = operation.parameters.filter(({ in: place }) => place !== 'header')
  if (given.length > 0)
    tries.push(() => {
      const parameter = pick(given)
      const value = pick(WRONG_TEXTS)
      const isNumber = ['integer', 'number'].includes(String(parameter.schema.type))
      if (operation.acceptsParameter(parameter, isNumber ? Number(value || Number.NaN) : value)) return null
      if (parameter.in === 'path' && value === '') return null
      const changed = { ...parts, [parameter.in]: { ...parts[parameter.in], [parameter.name]: value } }
      return toRequest(operation, changed, 'a wrong parameter')
    })
  if (given.some(({ in: place }) => place === 'query'))
    tries.push(() =>
      toRequest(operation, { ...parts, query: { ...parts.query, unknown: '1' } }, 'an unknown parameter'),
    )
  for (let attempt = 0; attempt < 8 && tries.length > 0; attempt++) {
    const request = pick(tries)()
    if (request) return request
  }
  return null
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function replaceSomewhere(fields: Fields, value: unknown, next: () => number): void {
  const names = Object.keys(fields)
  const name = names[next() % names.length]
  if (name === undefined) return
  const inner = fields[name]
  if (isFields(inner) && Object.keys(inner).length > 0 && next() % 2 === 0) replaceSomewhere(inner, value, next)
  else fields[name] = value
}
