import { setTimeout as sleep } from 'node:timers/promises'
import type { ExternalMode } from '../external-server.ts'
import { PUSH_POINTS, WEBHOOK_POINTS } from '../probe.ts'
import { anyServer, done, type Fault, missed } from './fault.ts'

const DELIVERY_WITHIN_MS = 5_000
const MODES = ['slow', 'failing', 'gone'] as const satisfies ExternalMode[]

/**
 * The other systems are slow, failing or gone; a server is killed when it has sent an event or a push notification and has not
 * noted it.
 */
export const webhookFaults: readonly Fault[] = [
  ...MODES.map(
    (mode): Fault => ({
      kind: `webhook and push receivers ${mode}`,
      async inject({ receiver, pushService }, random, durations) {
        const forMs = durations.pauseMs(random)
        const servers = [receiver.server, pushService.server]
        await Promise.all(servers.map((server) => server.become(mode)))
        await sleep(forMs)
        await Promise.all(servers.map((server) => server.become('works')))
        return done(`${forMs} ms`)
      },
    }),
  ),
  ...[...WEBHOOK_POINTS, ...PUSH_POINTS].map(
    (point): Fault => ({
      kind: `server killed ${point}`,
      async inject(system, random) {
        const server = anyServer(system, random)
        const killed = await server.signalAt(point, 'kill', DELIVERY_WITHIN_MS)
        return killed ? done(server.name) : missed(`${server.name} sent nothing`)
      },
    }),
  ),
]
