import type { Config } from '../config/config.ts'
import type { Connection } from '../db/connection.ts'
import { attachOrStart } from '../db/embedded-postgres.ts'

type DatabaseAccess = { connection: Connection; close: () => Promise<void> }

/** Connects a command-line program to the database of a running or stopped bank. */
export async function connectDatabase(config: Config, { mustExist }: { mustExist: boolean }): Promise<DatabaseAccess> {
  if (config.databaseUrl !== null) return { connection: { url: config.databaseUrl }, close: async () => {} }
  const log = { info: () => {}, warn: (line: string) => console.error(line) }
  const { connection, stop } = await attachOrStart({ dataDir: config.dataDir, log, mustExist })
  return { connection, close: stop }
}
