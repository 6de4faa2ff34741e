import { RUN_POINTS } from '../probe.ts'
import { anyServer, done, type Fault, missed } from './fault.ts'

/** Administrators collect all the time, on both servers. */
const RUN_WITHIN_MS = 5_000

/** Kills a server between collecting payments and the commit, or before the administrator hears of the run. */
export const paymentRunFaults: readonly Fault[] = RUN_POINTS.map((point) => ({
  kind: `server killed ${point}`,
  async inject(system, random) {
    const server = anyServer(system, random)
    const killed = await server.signalAt(point, 'kill', RUN_WITHIN_MS)
    return killed ? done(server.name) : missed(`no payment run on ${server.name}`)
  },
}))
