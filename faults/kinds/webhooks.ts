import { setTimeout as sleep } from 'node:timers/promises'
import { WEBHOOK_POINTS } from '../probe.ts'
import type { ReceiverMode } from '../webhook-receiver.ts'
import { anyServer, done, type Fault, missed } from './fault.ts'

const DELIVERY_WITHIN_MS = 5_000
const MODES = ['slow', 'fails', 'gone'] as const satisfies ReceiverMode[]

/** The other system is slow, failing or gone; a server is killed when it has sent an event and has not noted it. */
export const webhookFaults: readonly Fault[] = [
  ...MODES.map(
    (mode): Fault => ({
      kind: `webhook receiver ${mode}`,
      async inject({ receiver }, random, durations) {
        const forMs = durations.pauseMs(random)
        await receiver.become(mode)
        await sleep(forMs)
        await receiver.become('works')
        return done(`${forMs} ms`)
      },
    }),
  ),
  ...WEBHOOK_POINTS.map(
    (point): Fault => ({
      kind: `server killed ${point}`,
      async inject(system, random) {
        const server = anyServer(system, random)
        const killed = await server.signalAt(point, 'kill', DELIVERY_WITHIN_MS)
        return killed ? done(server.name) : missed(`no webhook of ${server.name}`)
      },
    }),
  ),
]
