import { Readable } from 'node:stream'
import { listSeals, PUBLISHED_SEALS, readProof } from '#contract/documents/proof.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { proofParts, readSeals, startProof } from '../../ledger/read-proof.ts'
import { inTurns } from '../../platform/runtime/in-turns.ts'
import { limitConcurrency } from '../../platform/runtime/limit-concurrency.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

const MAX_PARTS_AT_ONCE = 4

/** Of all requests together. A stream has one part in the queue at most, so the queue needs no limit. */
const runPart = limitConcurrency(MAX_PARTS_AT_ONCE)

export const proofRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  route(readProof, async ({ session, query, reply }) => {
    const start = await startProof(sql, session.personId, query.accountId ?? session.personId)
    if (!start) throw new Refusal('not_found')
    reply.type('application/json; charset=utf-8')
    // In bytes: in object mode the stream would read sixteen parts ahead.
    return Readable.from(inTurns(proofParts(sql, start), runPart, session.personId), {
      objectMode: false,
      encoding: 'utf8',
    })
  }),
  route(listSeals, async ({ query }) => ({ seals: await readSeals(sql, query.before ?? null, PUBLISHED_SEALS) })),
]
