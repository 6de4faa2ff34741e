import type { Config } from '../config/config.ts'
import type { Connection } from '../db/connection.ts'
import { attachOrStart } from '../db/embedded-postgres.ts'

type DatabaseHandle = { connection: Connection; close: () => Promise<void> }

/** How the programs beside the bank get to its database, whether it runs or not. */
export async function connectDatabase(config: Config, { mustExist }: { mustExist: boolean }): Promise<DatabaseHandle> {
  if (config.databaseUrl !== null) return { connection: { url: config.databaseUrl }, close: async () => {} }
  const log = { info: () => {}, warn: (line: string) => console.error(line) }
  const { connection, stop } = await attachOrStart({ dataDir: config.dataDir, log, mustExist })
  return { connection, close: stop }
}
