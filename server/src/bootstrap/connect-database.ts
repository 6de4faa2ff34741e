import type { Config } from '../platform/config/config.ts'
import type { Connection } from '../platform/db/connection.ts'
import { attachOrStart } from '../platform/db/embedded-postgres.ts'
import { sqlState } from '../platform/db/errors.ts'
import { StartError } from '../platform/runtime/start-error.ts'

type DatabaseAccess = { connection: Connection; close: () => Promise<void> }
type Options = {
  mustExist: boolean
  /** With MIGRATION_DATABASE_URL, if it is set. */
  asOwner?: boolean
}

/** Connects a command-line program to the database of a running or stopped bank. */
export async function connectDatabase(config: Config, { mustExist, asOwner }: Options): Promise<DatabaseAccess> {
  const url = (asOwner ? config.migrationDatabaseUrl : null) ?? config.databaseUrl
  if (url !== null) return { connection: { url }, close: async () => {} }
  const log = { info: () => {}, warn: (line: string) => console.error(line) }
  const { connection, stop } = await attachOrStart({
    dataDir: config.dataDir,
    backupDir: config.backupDir,
    log,
    mustExist,
  })
  return { connection, close: stop }
}

/** A table is missing. */
export function explainMissingBank(error: unknown): never {
  if (sqlState(error) === '42P01') throw new StartError('This database holds no bank.', { cause: error })
  throw error
}
