import { timingSafeEqual } from 'node:crypto'
import { healthz, metrics, readyz } from '#contract/http/health.ts'
import { sha256 } from '../../platform/runtime/digests.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { bearerToken } from '../bearer-token.ts'
import type { Deps } from '../deps.ts'
import type { Metrics } from '../observation/metrics.ts'
import { type Route, route } from '../route.ts'

export const operationRoutes = (
  { config, monitor }: Pick<Deps, 'config' | 'monitor'>,
  serverMetrics: Metrics,
): Route[] => [
  route(healthz, async () => ({ status: 'ok' })),
  route(readyz, async () => {
    await monitor.requireWritable()
    if (!monitor.clock.isRight) throw new Refusal('clock_wrong', { retryAfterSeconds: 5 })
    return { status: 'ok' }
  }),
  route(metrics, async ({ request, reply }) => {
    if (config.metricsToken !== null && !isEqual(bearerToken(request), config.metricsToken))
      throw new Refusal('unauthenticated')
    reply.type(serverMetrics.contentType)
    return serverMetrics.text()
  }),
]

/** Hashed, so that the time tells nothing about the token or its length. */
const isEqual = (given: string | null, token: string) => timingSafeEqual(sha256(given ?? ''), sha256(token))
