import { createHash } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { isErrorBody } from '../../server/test/bad-values.ts'
import { ExampleRequests } from '../../server/test/example-requests.ts'
import { nameOf } from '../../server/test/policies.ts'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import type { HttpRequest, HttpResponse } from '../http-client.ts'
import type { Memory } from './attacked-server.ts'
import { badRequests, type GoodRequests } from './bad-requests.ts'
import { type Campaign, describe, expectNoChanges } from './campaign.ts'

const CONCURRENCY = 16
/** Tables and memory are compared after each chunk, which narrows down the request that changed them. */
const CHUNKS = 10
const MAX_CHUNK = 5_000

function findProblem({ status, json }: HttpResponse): string | null {
  if (status < 400 || status >= 500) return `${status}`
  return isErrorBody(json()) ? null : `${status} without an error body`
}

export type BadRequestSummary = { sent: number; different: number; byKind: Map<string, number>; memory: Memory[] }

/** Sends invalid requests: each must be refused with an error body, and none may change a row. */
export async function sendBadRequests(
  campaign: Campaign,
  goods: GoodRequests,
  count: number,
): Promise<BadRequestSummary> {
  const { target, endpoints, random, tried, breach } = campaign
  const outsider = await target.person()
  const source = badRequests(endpoints, goods, outsider, random)
  const seen = new Set<string>()
  const byKind = new Map<string, number>()
  const memory: Memory[] = []
  const size = Math.min(MAX_CHUNK, Math.ceil(count / CHUNKS))
  for (let from = 0; from < count; from += size) {
    const chunk = firstOf(source, Math.min(size, count - from))
    await expectNoChanges(campaign, `bad requests ${from} to ${Math.min(count, from + size)}`, () =>
      forEachConcurrently(CONCURRENCY, chunk, async ({ kind, request }) => {
        tried()
        byKind.set(kind, (byKind.get(kind) ?? 0) + 1)
        seen.add(fingerprint(request))
        const response = await target.client.send(request).catch((error: Error) => error)
        const problem = response instanceof Error ? response.message : findProblem(response)
        if (problem) breach(`${kind}: ${describe(request)}: ${problem}`)
      }),
    )
    memory.push(await target.server.memory())
  }
  return { sent: count, different: seen.size, byKind, memory }
}

/** Unlike `Iterator.take`, leaves the source open. */
function* firstOf<T>(source: Iterator<T>, count: number): Generator<T> {
  for (let taken = 0; taken < count; taken++) {
    const next = source.next()
    if (next.done) return
    yield next.value
  }
}

const fingerprint = ({ method, path, headers, body = '' }: HttpRequest) =>
  createHash('sha1')
    .update(`${method} ${path}\n${JSON.stringify(headers)}\n`)
    .update(body)
    .digest('base64')

/** What the invalid requests are made from. */
export async function makeGoodRequests({ target, endpoints }: Campaign): Promise<GoodRequests> {
  const goods = new Map()
  for (const endpoint of endpoints)
    goods.set(nameOf(endpoint), await new ExampleRequests(target.testBank()).of(endpoint))
  return goods
}

/** Streams never end, and this bank is no demonstration. */
const isProven = ({ success, tag }: Endpoint) => success.body !== 'events' && tag !== 'Demonstration'

/** The examples are valid requests; otherwise the refusals of invalid ones would prove nothing. */
export async function proveExamples({ target, endpoints, tried, breach }: Campaign): Promise<string> {
  const proven = endpoints.filter(isProven)
  for (const endpoint of proven) {
    tried()
    const requests = new ExampleRequests(target.testBank())
    await requests.made(endpoint).catch((error: Error) => breach(`a valid request is refused: ${error.message}`))
  }
  return `${proven.length} valid requests accepted`
}
