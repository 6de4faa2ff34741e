import { createHash } from 'node:crypto'
import { isErrorBody } from '../../server/test/bad-values.ts'
import { badRequests } from './bad-requests.ts'
import { type Campaign, describe, withoutTrace } from './campaign.ts'
import { type Answer, inLanes } from './client.ts'
import { nameOf } from './contract-endpoints.ts'
import type { GoodBodies } from './good-bodies.ts'
import type { Memory } from './server-process.ts'

const LANES = 16
/** A change of state is found within so many requests, which the seed can repeat; and memory is looked at as often. */
const CHUNKS = 10
const MOST_AT_ONCE = 5_000

function complaint({ status, json }: Answer): string | null {
  if (status < 400 || status >= 500) return `${status}`
  return isErrorBody(json()) ? null : `${status} in another shape`
}

export type Flooded = { sent: number; different: number; byKind: Map<string, number>; memory: Memory[] }

/** So many requests that are wrong by how they are made: each a clear refusal, and no row changed by all of them. */
export async function floodWithBadRequests(campaign: Campaign, goods: GoodBodies, count: number): Promise<Flooded> {
  const { target, endpoints, dice, tried, breach } = campaign
  const outsider = await target.person()
  const source = badRequests(endpoints, goods, outsider, dice)
  const seen = new Set<string>()
  const byKind = new Map<string, number>()
  const memory: Memory[] = []
  const size = Math.min(MOST_AT_ONCE, Math.ceil(count / CHUNKS))
  for (let from = 0; from < count; from += size) {
    const chunk = firstOf(source, Math.min(size, count - from))
    await withoutTrace(campaign, `bad requests ${from} to ${Math.min(count, from + size)}`, () =>
      inLanes(LANES, chunk, async ({ kind, request }) => {
        tried()
        byKind.set(kind, (byKind.get(kind) ?? 0) + 1)
        seen.add(fingerprint(request))
        const answer = await target.client.send(request).catch((error: Error) => error)
        const wrong = answer instanceof Error ? answer.message : complaint(answer)
        if (wrong) breach(`${kind}: ${describe(request)}: ${wrong}`)
      }),
    )
    memory.push(await target.server.memory())
  }
  return { sent: count, different: seen.size, byKind, memory }
}

/** `Iterator.take` would close the source behind it. */
function* firstOf<T>(source: Iterator<T>, count: number): Generator<T> {
  for (let taken = 0; taken < count; taken++) {
    const next = source.next()
    if (next.done) return
    yield next.value
  }
}

const fingerprint = ({
  method,
  path,
  headers,
  body = '',
}: {
  method: string
  path: string
  headers?: object
  body?: string | Buffer
}) =>
  createHash('sha1')
    .update(`${method} ${path}\n${JSON.stringify(headers)}\n`)
    .update(body)
    .digest('base64')

/** The bodies that were spoilt are good as they are: otherwise their refusals would have proved nothing. */
export async function proveGoodBodies(
  { target, endpoints, tried, breach }: Campaign,
  goods: GoodBodies,
): Promise<string> {
  let proven = 0
  for (const endpoint of endpoints) {
    const good = goods.get(nameOf(endpoint))
    if (!good?.proven) continue
    tried()
    proven++
    const answer = await target.client.call(good.by?.token ?? null, endpoint.method, endpoint.path, good.body)
    if (answer.status !== endpoint.success.status)
      breach(`a good body is refused: ${nameOf(endpoint)}: ${answer.status} ${answer.text.slice(0, 200)}`)
  }
  return `${proven} bodies are good until they are spoilt`
}
