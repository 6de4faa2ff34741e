import { healthz, metrics, readyz } from '#contract/health.ts'
import type { Deps } from '../../http/deps.ts'
import type { Metrics } from '../../http/metrics.ts'
import { type Route, route } from '../../http/route.ts'

export const operationRoutes = ({ sql }: Pick<Deps, 'sql'>, serverMetrics: Metrics): Route[] => [
  route(healthz, async () => ({ status: 'ok' })),
  route(readyz, async () => {
    await sql`select 1`
    return { status: 'ok' }
  }),
  route(metrics, async ({ reply }) => {
    reply.type(serverMetrics.contentType)
    return serverMetrics.text()
  }),
]
