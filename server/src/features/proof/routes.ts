import { Readable } from 'node:stream'
import { listSeals, PUBLISHED_SEALS, readProof } from '#contract/proof.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { proofParts, readSeals, startProof } from '../../ledger/read-proof.ts'
import { Refusal } from '../../runtime/refusal.ts'

export const proofRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  route(readProof, async ({ session, query, reply }) => {
    const start = await startProof(sql, session.personId, query.accountId ?? session.personId)
    if (!start) throw new Refusal('not_found')
    reply.type('application/json; charset=utf-8')
    // In bytes: in object mode the stream would read sixteen parts ahead.
    return Readable.from(proofParts(sql, start), { objectMode: false, encoding: 'utf8' })
  }),
  route(listSeals, async ({ query }) => ({ seals: await readSeals(sql, query.before ?? null, PUBLISHED_SEALS) })),
]
