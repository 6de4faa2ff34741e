import { gzipSync } from 'node:zlib'
import type { z } from 'zod'
import { type Endpoint, takesIdempotencyKey } from '#contract/endpoint.ts'
import { isPermission } from '#contract/permissions.ts'
import type { SeededRandom } from '#server/demo/seeded-random.ts'
import { bodiesWithBadValue, type Json, SOME_ID, UNCHECKED_EMAIL, withRaw } from '../../server/test/bad-values.ts'
import type { ExampleRequest } from '../../server/test/example-requests.ts'
import { nameOf } from '../../server/test/policies.ts'
import type { HttpRequest } from '../http-client.ts'
import { randomBadQuery, randomBadValue } from './random-values.ts'
import type { Person } from './target.ts'

/** A valid request of each endpoint, by name: once one field is invalid, that field is the reason of the refusal. */
export type GoodRequests = ReadonlyMap<string, Good>
type Good = ExampleRequest & { body?: Json }

/** The location of one value in a body. */
type FieldPath = { keys: (string | number)[]; field: string; value: Json }
type Source = { random: SeededRandom; endpoint: Endpoint; good: Good; outsider: Person }
type Kind = { weight: number; fits: (endpoint: Endpoint) => boolean; make: (source: Source) => HttpRequest | null }

const JSON_TYPE = { 'content-type': 'application/json' }
const authorised = ({ by }: Pick<Good, 'by'>) => (by ? { authorization: `Bearer ${by.token}` } : {})
const addressOf = ({ path }: Pick<Good, 'path'>) => `/api${path}`

function requestOf({ endpoint, good }: Source, body?: string | Buffer, headers: object = JSON_TYPE): HttpRequest {
  return {
    method: endpoint.method,
    path: addressOf(good),
    headers: { ...authorised(good), ...(body === undefined ? {} : headers) },
    ...(body === undefined ? {} : { body }),
  }
}

/** All values of a body, including objects and lists. */
function fieldsOf(value: Json, keys: FieldPath['keys'] = [], field = ''): FieldPath[] {
  const here = keys.length > 0 ? [{ keys, field, value }] : []
  if (Array.isArray(value)) return [...here, ...value.flatMap((one, at) => fieldsOf(one, [...keys, at], field))]
  if (typeof value !== 'object' || value === null) return here
  return [...here, ...Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, [...keys, name], name))]
}

/** The body as JSON text, with `raw` in place of one value. */
function replaceValue(body: Json, keys: FieldPath['keys'], raw: string): string {
  const [key, ...rest] = keys
  if (key === undefined) return raw
  if (Array.isArray(body))
    return `[${body.map((one, at) => (at === key ? replaceValue(one, rest, raw) : JSON.stringify(one))).join(',')}]`
  const inner = body as Record<string, Json>
  return withRaw(inner, String(key), replaceValue(inner[key] ?? null, rest, raw))
}

/** Some fields have different rules in different endpoints. */
function ruleOf({ path }: Endpoint, field: string, good?: unknown): string {
  if (path.includes('/csv-mappings/') && typeof good !== 'string') return Array.isArray(good) ? 'list' : 'column'
  if (field === 'email' && UNCHECKED_EMAIL.includes(path)) return 'any text'
  return field === 'code' && path === '/transfer' ? 'any text' : field
}

const badBodies = new WeakMap<Good, string[]>()
function badBodiesOf(endpoint: Endpoint, good: Good): string[] {
  const known = badBodies.get(good)
  if (known) return known
  const body = good.body as { [field: string]: Json }
  const free = Object.keys(body).filter((field) => ruleOf(endpoint, field) === 'any text')
  const checked = Object.fromEntries(Object.entries(body).filter(([field]) => !free.includes(field)))
  const all = [...bodiesWithBadValue(checked)]
  badBodies.set(good, all)
  return all
}

const hasBody = ({ body }: Endpoint) => body !== undefined
const hasQuery = ({ query }: Endpoint) => query !== undefined
const isGuarded = ({ policy }: Endpoint) => policy !== 'public'
const text = ({ good }: Source) => JSON.stringify(good.body)

/** Invalid or ambiguous JSON. */
const BROKEN: ((source: Source) => string | Buffer)[] = [
  (source) => text(source).slice(0, source.random.between(1, Math.max(1, text(source).length - 1))),
  (source) => `${text(source)}${source.random.pick(['x', '}', ',', '{}', '\u0000', '//', '"'])}`,
  (source) => `[${text(source)}]`,
  (source) => text(source).replace('{', `{"__proto__":{"role":"Admin","x":${source.random.between(0, 999)}},`),
  (source) => {
    const [name = 'a'] = Object.keys(source.good.body ?? {})
    return text(source).replace('{', `{${JSON.stringify(name)}:${source.random.between(0, 99)},`)
  },
  (source) => Buffer.from(`\ufeff${text(source)}`, 'utf16le'),
  (source) => Buffer.from(source.random.bytes(source.random.between(1, 400))),
  (source) =>
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, source.random.between(128, 191)]), Buffer.from('"}')]),
  ({ random }) => `{"a":${'['.repeat(random.between(33, 20_000))}`,
  ({ random }) => {
    const levels = random.between(33, 20_000)
    return `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
  },
  ({ random }) => random.pick(['', ' ', 'null', 'true', '0', '"text"', '[]', 'undefined', 'NaN', '{a:1}', "{'a':1}"]),
]

const WRONG_TYPES = [
  'text/plain',
  'text/json',
  'application/jsonx',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/vnd.api+json',
  'application/\tjson',
  'application /json',
  'a/a;application/json',
  'text/plain; application/json',
  'application/xml',
  '*/*',
  'nonsense',
]

/** Invalid credentials, derived from a valid token. */
function badAuthorisation({ random, good, outsider }: Source): object {
  const token = (good.by ?? outsider).token
  const at = random.between(0, token.length - 1)
  const other = token[at] === 'A' ? 'B' : 'A'
  return random.pick([
    {},
    { authorization: `Bearer ${token.slice(0, at)}` },
    { authorization: `Bearer ${token}${random.pick(['x', '=', '.', '-'])}` },
    { authorization: `Bearer ${token.slice(0, at)}${other}${token.slice(at + 1)}` },
    { authorization: `Bearer ${Buffer.from(random.bytes(32)).toString('base64url')}` },
    { authorization: `Basic ${Buffer.from(`a:${token}`).toString('base64')}` },
    { authorization: `bearer${token}` },
    { authorization: token },
    { authorization: `Bearer eyJhbGciOiJub25lIn0.${Buffer.from(random.bytes(12)).toString('base64url')}.` },
    { cookie: `authToken=${token}` },
    { 'x-authorization': `Bearer ${token}` },
  ])
}

function badQuery({ random, endpoint, good }: Source): HttpRequest {
  const shape = (endpoint.query?.shape ?? {}) as Record<string, z.ZodType>
  const name = random.pick(Object.keys(shape))
  const isFreeText = shape[name]?.safeParse('some words').success ?? false
  const { [name]: _, ...others } = good.query ?? {}
  const start = new URLSearchParams(others).toString()
  const value = () => encodeURIComponent(randomBadQuery(random, name, isFreeText))
  const query = random.pick([
    () => `${name}=${value()}`,
    () => `${name}=${value()}`,
    () => `${name}=${value()}`,
    () => `${name}=1&${name}=${random.between(2, 99)}`,
    () => `${name}[]=${random.between(1, 99)}`,
    () => `${name}[$gt]=${random.between(1, 99)}`,
    () => `surprise${random.between(0, 999)}=1`,
  ])()
  return {
    method: endpoint.method,
    path: `${addressOf(good)}?${start && `${start}&`}${query}`,
    headers: authorised(good),
  }
}

const BAD_IDS: ((random: SeededRandom) => string)[] = [
  (random) => `${random.between(0, 99_999_999)}`,
  (random) => `..%2f..%2f${random.between(0, 999)}`,
  (random) => `%00${random.between(0, 999)}`,
  (random) => `%27%20or%20${random.between(1, 9)}%3d1--`,
  (random) => `${SOME_ID.slice(0, random.between(1, 35))}`,
  (random) => `0198c1a2-7d3e-7000-8000-${String(random.between(0, 999_999_999)).padStart(12, '0')}`,
  (random) => 'a'.repeat(random.between(200, 2_000)),
  (random) => `%${random.pick(['', 'g', 'zz', 'c3%28', 'ff', 'u0041'])}`,
]

const KINDS: Record<string, Kind> = {
  'a known bad value in a field': {
    weight: 25,
    fits: hasBody,
    make: (source) => requestOf(source, source.random.pick(badBodiesOf(source.endpoint, source.good))),
  },
  'a random bad value in a field': {
    weight: 35,
    fits: hasBody,
    make: (source) => {
      const { random, endpoint, good } = source
      const field = random.pick(fieldsOf(good.body ?? {}))
      const raw = randomBadValue(random, ruleOf(endpoint, field.field, field.value), field.value)
      return requestOf(source, replaceValue(good.body ?? {}, field.keys, raw))
    },
  },
  'an unknown field': {
    weight: 6,
    fits: hasBody,
    make: (source) => {
      const body = source.good.body as Record<string, Json>
      const names = [
        'role',
        'balance',
        'deletedAt',
        'isAdmin1',
        'constructor',
        'id',
        'held',
        'toString',
        'passwordHash',
      ]
      const name = source.random.pick(names.filter((one) => !(one in body)))
      return requestOf(source, withRaw(body, name, source.random.pick(['1', '"Admin"', 'true', 'null', '{}'])))
    },
  },
  'broken JSON': {
    weight: 12,
    fits: hasBody,
    make: (source) => requestOf(source, source.random.pick(BROKEN)(source)),
  },
  'another media type or encoding': {
    weight: 6,
    fits: hasBody,
    make: (source) =>
      source.random.chance(0.15)
        ? requestOf(source, gzipSync(text(source)), { ...JSON_TYPE, 'content-encoding': 'gzip' })
        : requestOf(source, text(source), { 'content-type': source.random.pick(WRONG_TYPES) }),
  },
  'an invalid query': { weight: 14, fits: hasQuery, make: badQuery },
  'an invalid id': {
    weight: 6,
    fits: ({ params }) => params !== undefined,
    make: ({ random, endpoint, good }) => ({
      method: endpoint.method,
      path: `/api${endpoint.path.replace(/:\w+/, random.pick(BAD_IDS)(random))}`,
      headers: authorised(good),
    }),
  },
  'no session': {
    weight: 14,
    fits: isGuarded,
    make: (source) => {
      const request = requestOf(source, source.good.body === undefined ? undefined : text(source))
      const { authorization: _, ...headers } = request.headers ?? {}
      const inQuery = source.random.chance(0.1) ? `?token=${source.good.by?.token}` : ''
      return { ...request, path: request.path + inQuery, headers: { ...headers, ...badAuthorisation(source) } }
    },
  },
  'the wrong role': {
    weight: 8,
    fits: ({ policy }) => isPermission(policy),
    make: (source) => {
      const request = requestOf(source, source.good.body === undefined ? undefined : text(source))
      return { ...request, headers: { ...request.headers, authorization: `Bearer ${source.outsider.token}` } }
    },
  },
  'an invalid idempotency key': {
    weight: 4,
    fits: takesIdempotencyKey,
    make: (source) => {
      const key = source.random.pick([
        '',
        'k'.repeat(source.random.between(256, 900)),
        'a\tb',
        `cl\u00e9${source.random.between(0, 99)}`,
      ])
      const request = requestOf(source, text(source))
      return { ...request, headers: { ...request.headers, 'idempotency-key': key } }
    },
  },
  'another method': {
    weight: 4,
    fits: isGuarded,
    make: ({ random, good }) => ({
      method: random.pick(['TRACE', 'PROPFIND', 'LOCK', 'SEARCH', 'OPTIONS', 'QUERY']),
      path: addressOf(good),
      headers: authorised(good),
    }),
  },
}

export type BadRequest = { kind: string; request: HttpRequest }

/** An endless sequence of invalid requests, the same for the same seed. */
export function* badRequests(
  endpoints: readonly Endpoint[],
  goods: GoodRequests,
  outsider: Person,
  random: SeededRandom,
): Generator<BadRequest> {
  const choices = Object.entries(KINDS).flatMap(([kind, { weight, fits, make }]) => {
    const fitting = endpoints.filter((endpoint) => fits(endpoint))
    return fitting.length > 0 ? Array.from({ length: weight }, () => ({ kind, fitting, make })) : []
  })
  for (;;) {
    const { kind, fitting, make } = random.pick(choices)
    const endpoint = random.pick(fitting)
    const good = goods.get(nameOf(endpoint))
    const request = good && make({ random, endpoint, good, outsider })
    if (request) yield { kind, request }
  }
}
