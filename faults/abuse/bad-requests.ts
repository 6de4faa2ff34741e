import { gzipSync } from 'node:zlib'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Dice } from '#server/demo/seeded-random.ts'
import { type Json, SOME_ID, spoilt, UNCHECKED_EMAIL, withRaw } from '../../server/test/bad-values.ts'
import type { HttpRequest } from '../http-client.ts'
import { nameOf } from './contract-endpoints.ts'
import type { Good, GoodBodies } from './good-bodies.ts'
import { randomBadQuery, randomBadValue } from './random-values.ts'
import type { Person } from './target.ts'

/** The location of one value in a body. */
type FieldPath = { keys: (string | number)[]; field: string; value: Json }
type Source = { dice: Dice; endpoint: Endpoint; good: Good; outsider: Person }
type Kind = { weight: number; fits: (endpoint: Endpoint) => boolean; make: (source: Source) => HttpRequest | null }

const JSON_TYPE = { 'content-type': 'application/json' }
const authorised = ({ by }: Pick<Good, 'by'>) => (by ? { authorization: `Bearer ${by.token}` } : {})
const addressOf = (endpoint: Endpoint) => `/api${endpoint.path.replace(/:\w+/, SOME_ID)}`

function requestOf({ endpoint, good }: Source, body?: string | Buffer, headers: object = JSON_TYPE): HttpRequest {
  return {
    method: endpoint.method,
    path: addressOf(endpoint),
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
function ruleOf({ path }: Endpoint, field: string): string {
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
  const all = [...spoilt(checked)]
  badBodies.set(good, all)
  return all
}

const hasBody = ({ body }: Endpoint) => body !== undefined
const hasQuery = ({ query }: Endpoint) => query !== undefined
const isGuarded = ({ policy }: Endpoint) => policy !== 'public'
const text = ({ good }: Source) => JSON.stringify(good.body)

/** Invalid or ambiguous JSON. */
const BROKEN: ((source: Source) => string | Buffer)[] = [
  (source) => text(source).slice(0, source.dice.between(1, Math.max(1, text(source).length - 1))),
  (source) => `${text(source)}${source.dice.pick(['x', '}', ',', '{}', '\u0000', '//', '"'])}`,
  (source) => `[${text(source)}]`,
  (source) => text(source).replace('{', `{"__proto__":{"role":"Admin","x":${source.dice.between(0, 999)}},`),
  (source) => {
    const [name = 'a'] = Object.keys(source.good.body ?? {})
    return text(source).replace('{', `{${JSON.stringify(name)}:${source.dice.between(0, 99)},`)
  },
  (source) => Buffer.from(`\ufeff${text(source)}`, 'utf16le'),
  (source) => Buffer.from(source.dice.bytes(source.dice.between(1, 400))),
  (source) =>
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, source.dice.between(128, 191)]), Buffer.from('"}')]),
  ({ dice }) => `{"a":${'['.repeat(dice.between(33, 20_000))}`,
  ({ dice }) => {
    const levels = dice.between(33, 20_000)
    return `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
  },
  ({ dice }) => dice.pick(['', ' ', 'null', 'true', '0', '"text"', '[]', 'undefined', 'NaN', '{a:1}', "{'a':1}"]),
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
function badAuthorisation({ dice, good, outsider }: Source): object {
  const token = (good.by ?? outsider).token
  const at = dice.between(0, token.length - 1)
  const other = token[at] === 'A' ? 'B' : 'A'
  return dice.pick([
    {},
    { authorization: `Bearer ${token.slice(0, at)}` },
    { authorization: `Bearer ${token}${dice.pick(['x', '=', '.', '-'])}` },
    { authorization: `Bearer ${token.slice(0, at)}${other}${token.slice(at + 1)}` },
    { authorization: `Bearer ${Buffer.from(dice.bytes(32)).toString('base64url')}` },
    { authorization: `Basic ${Buffer.from(`a:${token}`).toString('base64')}` },
    { authorization: `bearer${token}` },
    { authorization: token },
    { authorization: `Bearer eyJhbGciOiJub25lIn0.${Buffer.from(dice.bytes(12)).toString('base64url')}.` },
    { cookie: `authToken=${token}` },
    { 'x-authorization': `Bearer ${token}` },
  ])
}

function badQuery({ dice, endpoint, good }: Source): HttpRequest {
  const shape = (endpoint.query?.shape ?? {}) as Record<string, z.ZodType>
  const name = dice.pick(Object.keys(shape))
  const isFreeText = shape[name]?.safeParse('some words').success ?? false
  const value = () => encodeURIComponent(randomBadQuery(dice, name, isFreeText))
  const query = dice.pick([
    () => `${name}=${value()}`,
    () => `${name}=${value()}`,
    () => `${name}=${value()}`,
    () => `${name}=1&${name}=${dice.between(2, 99)}`,
    () => `${name}[]=${dice.between(1, 99)}`,
    () => `${name}[$gt]=${dice.between(1, 99)}`,
    () => `surprise${dice.between(0, 999)}=1`,
  ])()
  return { method: endpoint.method, path: `${addressOf(endpoint)}?${query}`, headers: authorised(good) }
}

const BAD_IDS: ((dice: Dice) => string)[] = [
  (dice) => `${dice.between(0, 99_999_999)}`,
  (dice) => `..%2f..%2f${dice.between(0, 999)}`,
  (dice) => `%00${dice.between(0, 999)}`,
  (dice) => `%27%20or%20${dice.between(1, 9)}%3d1--`,
  (dice) => `${SOME_ID.slice(0, dice.between(1, 35))}`,
  (dice) => `0198c1a2-7d3e-7000-8000-${String(dice.between(0, 999_999_999)).padStart(12, '0')}`,
  (dice) => 'a'.repeat(dice.between(200, 2_000)),
  (dice) => `%${dice.pick(['', 'g', 'zz', 'c3%28', 'ff', 'u0041'])}`,
]

const KINDS: Record<string, Kind> = {
  'a known bad value in a field': {
    weight: 25,
    fits: hasBody,
    make: (source) => requestOf(source, source.dice.pick(badBodiesOf(source.endpoint, source.good))),
  },
  'a random bad value in a field': {
    weight: 35,
    fits: hasBody,
    make: (source) => {
      const { dice, endpoint, good } = source
      const field = dice.pick(fieldsOf(good.body ?? {}))
      const raw = randomBadValue(dice, ruleOf(endpoint, field.field), field.value)
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
      const name = source.dice.pick(names.filter((one) => !(one in body)))
      return requestOf(source, withRaw(body, name, source.dice.pick(['1', '"Admin"', 'true', 'null', '{}'])))
    },
  },
  'broken JSON': {
    weight: 12,
    fits: hasBody,
    make: (source) => requestOf(source, source.dice.pick(BROKEN)(source)),
  },
  'another media type or encoding': {
    weight: 6,
    fits: hasBody,
    make: (source) =>
      source.dice.chance(0.15)
        ? requestOf(source, gzipSync(text(source)), { ...JSON_TYPE, 'content-encoding': 'gzip' })
        : requestOf(source, text(source), { 'content-type': source.dice.pick(WRONG_TYPES) }),
  },
  'an invalid query': { weight: 14, fits: hasQuery, make: badQuery },
  'an invalid id': {
    weight: 6,
    fits: ({ params }) => params !== undefined,
    make: ({ dice, endpoint, good }) => ({
      method: endpoint.method,
      path: `/api${endpoint.path.replace(/:\w+/, dice.pick(BAD_IDS)(dice))}`,
      headers: authorised(good),
    }),
  },
  'no session': {
    weight: 14,
    fits: isGuarded,
    make: (source) => {
      const request = requestOf(source, source.good.body === undefined ? undefined : text(source))
      const { authorization: _, ...headers } = request.headers ?? {}
      const inQuery = source.dice.chance(0.1) ? `?token=${source.good.by?.token}` : ''
      return { ...request, path: request.path + inQuery, headers: { ...headers, ...badAuthorisation(source) } }
    },
  },
  'the wrong role': {
    weight: 8,
    fits: ({ policy }) => policy === 'admin',
    make: (source) => {
      const request = requestOf(source, source.good.body === undefined ? undefined : text(source))
      return { ...request, headers: { ...request.headers, authorization: `Bearer ${source.outsider.token}` } }
    },
  },
  'an invalid idempotency key': {
    weight: 4,
    fits: ({ movesMoney }) => movesMoney === true,
    make: (source) => {
      const key = source.dice.pick([
        '',
        'k'.repeat(source.dice.between(256, 900)),
        'a\tb',
        `cl\u00e9${source.dice.between(0, 99)}`,
      ])
      return requestOf(source, text(source), { ...JSON_TYPE, 'idempotency-key': key })
    },
  },
  'another method': {
    weight: 4,
    fits: isGuarded,
    make: ({ dice, endpoint, good }) => ({
      method: dice.pick(['TRACE', 'PROPFIND', 'LOCK', 'SEARCH', 'OPTIONS', 'QUERY']),
      path: addressOf(endpoint),
      headers: authorised(good),
    }),
  },
}

export type BadRequest = { kind: string; request: HttpRequest }

/** An endless sequence of invalid requests, the same for the same seed. */
export function* badRequests(
  endpoints: readonly Endpoint[],
  goods: GoodBodies,
  outsider: Person,
  dice: Dice,
): Generator<BadRequest> {
  const choices = Object.entries(KINDS).flatMap(([kind, { weight, fits, make }]) => {
    const fitting = endpoints.filter((endpoint) => fits(endpoint))
    return fitting.length > 0 ? Array.from({ length: weight }, () => ({ kind, fitting, make })) : []
  })
  for (;;) {
    const { kind, fitting, make } = dice.pick(choices)
    const endpoint = dice.pick(fitting)
    const good = goods.get(nameOf(endpoint))
    const request = good && make({ dice, endpoint, good, outsider })
    if (request) yield { kind, request }
  }
}
