import { IMPORT_POINTS, STATEMENT_ENTRY_POINTS } from '../probe.ts'
import { anyServer, done, type Fault, missed } from './fault.ts'

/** Two administrators import and decide all the time, on both servers. */
const WITHIN_MS = 5_000

/** Kills a server while it imports a file, before the administrator hears of it, or between a decision about an entry and its commit. */
export const bankStatementFaults: readonly Fault[] = [...IMPORT_POINTS, ...STATEMENT_ENTRY_POINTS].map((point) => ({
  kind: `server killed ${point}`,
  async inject(system, random) {
    const server = anyServer(system, random)
    const killed = await server.signalAt(point, 'kill', WITHIN_MS)
    return killed ? done(server.name) : missed(`none on ${server.name}`)
  },
}))
