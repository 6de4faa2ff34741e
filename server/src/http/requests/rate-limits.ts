import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimit } from '#contract/endpoint.ts'
import type { Caller } from '../../access/api-key.ts'
import { clientNetwork } from '../../platform/runtime/client-network.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

const MINUTE = 60_000
const LIMITS: Record<Exclude<RateLimit, 'never'>, { max: number; timeWindow: number }> = {
  register: { max: 100, timeWindow: 60 * MINUTE },
  contact: { max: 60, timeWindow: 60 * MINUTE },
  upload: { max: 200, timeWindow: 60 * MINUTE },
  chat: { max: 30, timeWindow: MINUTE },
  verify: { max: 120, timeWindow: MINUTE },
  general: { max: 6_000, timeWindow: MINUTE },
}

/** Per key, beside the limit of its address: one program must not use up what a whole office shares. */
const API_KEY_LIMIT = { max: 600, timeWindow: MINUTE }

export type Limiter = (rateLimit: RateLimit, request: FastifyRequest, caller: Caller | null) => Promise<void>

/**
 * Rate limits against overload, in this server's memory; attempts at a secret are counted in the database. Per IP
 * address (IPv6: per /64); chat per person, since a whole office may share an address. API keys have a limit each, besides.
 */
export async function createRateLimits(app: FastifyInstance, on: boolean): Promise<Limiter> {
  if (!on) return async () => {}
  await app.register(rateLimit, { global: false })
  const people = new WeakMap<FastifyRequest, string>()
  const counters = new Map(
    Object.entries(LIMITS).map(([rateLimit, limit]) => {
      const keyGenerator = (request: FastifyRequest) => people.get(request) ?? clientNetwork(request.ip)
      return [rateLimit, app.createRateLimit({ ...limit, keyGenerator })]
    }),
  )
  const keyIds = new WeakMap<FastifyRequest, string>()
  const countKey = app.createRateLimit({ ...API_KEY_LIMIT, keyGenerator: (request) => keyIds.get(request) ?? '' })
  return async (rateLimit, request, caller) => {
    if (rateLimit === 'chat' && caller) people.set(request, caller.personId)
    if (caller?.kind === 'api_key') keyIds.set(request, caller.id)
    const verdicts = [
      await counters.get(rateLimit)?.(request),
      keyIds.has(request) ? await countKey(request) : undefined,
    ]
    for (const verdict of verdicts)
      if (verdict && !verdict.isAllowed && verdict.isExceeded)
        throw new Refusal('too_many', { retryAfterSeconds: Math.max(1, verdict.ttlInSeconds) })
  }
}
