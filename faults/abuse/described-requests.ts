import { EXAMPLES } from '#contract/examples.ts'
import type { Role } from '#contract/permissions.ts'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import type { HttpResponse } from '../http-client.ts'
import { type Campaign, describe } from './campaign.ts'
import { ApiDocument, type OpenApi, type Operation } from './described/document.ts'
import { type DescribedRequest, requestsOf } from './described/requests.ts'
import type { AttackTarget, Person } from './target.ts'

const CONCURRENCY = 8
const ROLES: readonly (Role | null)[] = [null, 'User', 'Support', 'Teller', 'Auditor', 'Admin']
/** Of the rounds, which send one request per operation, every third breaks a rule of the document. */
const INVALID_EVERY = 3
const MAX_IDS = 80
const IDS = /"_id":"([0-9a-f]{8}-[0-9a-f-]{27})"/g

/**
 * Makes requests from the OpenAPI document alone, as a stranger would, and holds each response against it. A request that
 * fits its schema may only be refused for the state of the bank; a response outside its schema or a 5xx is a breach.
 */
export async function describedRequests(campaign: Campaign, count: number, seed: number): Promise<string> {
  const { target, breach } = campaign
  const document = (await target.client.call(null, 'GET', '/v1/openapi.json')).json() as OpenApi
  const api = new ApiDocument(document)
  const operations = api.operations().filter(({ streams }) => !streams)
  const rounds = Math.max(ROLES.length, Math.ceil(count / operations.length))
  const tally = new Map<string, number>()
  const unmade = new Map(operations.map(({ name }) => [name, 0]))
  let ids: string[] = []
  const source = { resolve: api.resolve, ids: () => ids }
  for (let round = 0; round < rounds; round++) {
    const callers = await openCallers(target)
    ids = [...[...callers.values()].flatMap((caller) => caller?.id ?? []), ...ids].slice(0, MAX_IDS)
    const seen: string[] = []
    const isInvalid = round % INVALID_EVERY === INVALID_EVERY - 1
    await forEachConcurrently(CONCURRENCY, shuffled(operations, campaign.random), async (operation) => {
      const index = operations.indexOf(operation)
      const [request] = requestsOf(operation, source, {
        seed: seed + round * operations.length + index,
        valid: isInvalid ? 0 : 1,
        invalid: isInvalid ? 1 : 0,
      })
      if (!request) return
      unmade.delete(operation.name)
      const role = ROLES[(index + round) % ROLES.length] ?? null
      const response = await sendAs(campaign, request, callers, role)
      const kind = request.mutation === null ? `valid (${Math.floor(response.status / 100)}xx)` : 'with a mistake'
      tally.set(kind, (tally.get(kind) ?? 0) + 1)
      const problem = problemOf(request, response)
      if (problem)
        breach(
          `${request.mutation ?? 'valid'}, ${role ?? 'visitor'}: ${describe({ method: operation.method, ...request })}: ${problem}`,
        )
      for (const [, id] of response.text.slice(0, 20_000).matchAll(IDS)) if (id && seen.length < MAX_IDS) seen.push(id)
    })
    ids = [...new Set(seen)]
  }
  for (const name of unmade.keys()) breach(`no request could be made from the document: ${name}`)
  const kinds = [...tally].map(([kind, sent]) => `${sent} ${kind}`)
  return `${operations.length} operations, ${ROLES.length} kinds of callers: ${kinds.join(', ')}`
}

async function openCallers(target: AttackTarget): Promise<Map<Role | null, Person | null>> {
  const callers = new Map<Role | null, Person | null>()
  for (const role of ROLES) callers.set(role, role && (await openCaller(target, role)))
  return callers
}

/** All callers have the password of one: hashing takes longer than most requests. */
async function openCaller(target: AttackTarget, role: Role): Promise<Person> {
  const person = await target.person({ role, pin: '1234', ...(role === 'User' ? { balance: 1_000 } : {}) })
  passwordHash ??= (await hashOf(target)) ?? 'none'
  await target.owner`update people set password_hash = ${passwordHash} where id = ${person.id}`
  return person
}
let passwordHash: string | null = null

async function hashOf(target: AttackTarget): Promise<string | undefined> {
  const { id } = await target.person({ password: EXAMPLES.password })
  const [row] = await target.owner<{ hash: string }[]>`select password_hash as hash from people where id = ${id}`
  return row?.hash
}

/** A request may end the session of the next one: that caller is replaced and the request repeated. */
async function sendAs(
  { target, tried }: Campaign,
  { operation, path, headers, body }: DescribedRequest,
  callers: Map<Role | null, Person | null>,
  role: Role | null,
): Promise<HttpResponse> {
  const send = () => {
    tried()
    const token = callers.get(role)?.token
    const authorised = token ? { ...headers, authorization: `Bearer ${token}` } : headers
    return target.client.send({
      method: operation.method,
      path,
      headers: authorised,
      ...(body === undefined ? {} : { body }),
    })
  }
  const response = await send()
  if (role === null || operation.isPublic || !hasCode(response, 'unauthenticated')) return response
  callers.set(role, await openCaller(target, role))
  return send()
}

const hasCode = (response: HttpResponse, code: string) => (response.json() as { code?: string } | null)?.code === code

/** Refused for its form, and not by a rule that the document names for these fields. */
function isUnreadable({ hasRule }: Operation, response: HttpResponse): boolean {
  const { code, errors = [] } = (response.json() ?? {}) as { code?: string; errors?: { path: string }[] }
  return code === 'malformed' || (code === 'invalid' && !errors.every(({ path }) => hasRule(path)))
}

function problemOf({ operation, mutation }: DescribedRequest, response: HttpResponse): string | null {
  const { status, text, headers } = response
  if (status >= 500) return `${status} ${text.slice(0, 200)}`
  if (mutation !== null && status < 400) return `${status}, though it does not fit its schema`
  if (mutation === null && isUnreadable(operation, response))
    return `refused though it fits its schema: ${text.slice(0, 300)}`
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
  return operation.complaint({ status, type, text, json: response.json })
}

function shuffled(operations: readonly Operation[], random: Campaign['random']): Operation[] {
  return operations
    .map((operation) => ({ operation, rank: random.between(0, 1_000_000) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ operation }) => operation)
}
