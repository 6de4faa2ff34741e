import { healthz, metrics, readyz } from '#contract/health.ts'
import type { Deps } from '../../http/deps.ts'
import type { Metrics } from '../../http/metrics.ts'
import { type Route, route } from '../../http/route.ts'

export const operationRoutes = ({ monitor }: Pick<Deps, 'monitor'>, serverMetrics: Metrics): Route[] => [
  route(healthz, async () => ({ status: 'ok' })),
  route(readyz, async () => {
    await monitor.check()
    return { status: 'ok' }
  }),
  route(metrics, async ({ reply }) => {
    reply.type(serverMetrics.contentType)
    return serverMetrics.text()
  }),
]
