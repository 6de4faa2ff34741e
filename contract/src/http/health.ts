import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const state = z.object({ status: z.literal('ok') }).meta({ examples: [{ status: 'ok' }] })

export const healthz = endpoint({
  method: 'GET',
  path: '/healthz',
  policy: 'public',
  tag: 'Operation',
  // Not rate limited: an orchestrator restarts a server that fails this check, even if another client overloads it.
  rateLimit: 'never',
  summary: 'The server is alive',
  success: { status: 200, body: state },
})

export const readyz = endpoint({
  method: 'GET',
  path: '/readyz',
  policy: 'public',
  tag: 'Operation',
  summary: 'The database accepts writes and has the time of this server; answers within two seconds',
  refusals: ['clock_wrong'],
  success: { status: 200, body: state },
})

export const metrics = endpoint({
  method: 'GET',
  path: '/metrics',
  policy: 'public',
  tag: 'Operation',
  summary: 'Prometheus metrics; with METRICS_TOKEN only for its bearer',
  refusals: ['unauthenticated'],
  success: { status: 200, body: 'text' },
})
