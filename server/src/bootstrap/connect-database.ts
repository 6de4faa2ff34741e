import type { Config } from '../config/config.ts'
import type { Connection } from '../db/connection.ts'
import { attachOrStart } from '../db/embedded-postgres.ts'

type Reached = { connection: Connection; leave: () => Promise<void> }

/** How the programs beside the bank get to its database, whether it runs or not. */
export async function reachDatabase(config: Config, { mustExist }: { mustExist: boolean }): Promise<Reached> {
  if (config.databaseUrl !== null) return { connection: { url: config.databaseUrl }, leave: async () => {} }
  const log = { info: () => {}, warn: (line: string) => console.error(line) }
  const { connection, stop } = await attachOrStart({ dataDir: config.dataDir, log, mustExist })
  return { connection, leave: stop }
}
