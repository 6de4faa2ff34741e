import { ensureSigningKey } from '../documents/issuing/signing-keys.ts'
import { loadPushKeys } from '../notifications/push/push-keys.ts'
import type { Config } from '../platform/config/config.ts'
import { generateAppSecret, readAppSecret, requireAppSecret } from '../platform/crypto/app-secret.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import { type Connection, openPool, type Sql } from '../platform/db/connection.ts'
import type { DatabaseClock } from '../platform/db/database-clock.ts'
import { sqlState } from '../platform/db/errors.ts'
import { migrate } from '../platform/db/migrator.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { isNewBank, loadKeys } from './load-keys.ts'

type Options = {
  /** For what every later start reads; a server's own pool has the application's role. */
  sql: Sql
  connection: Connection
  clock: DatabaseClock
  print: (line: string) => void
}

/** Migrates, checks the clock and APP_SECRET, and makes the first signing key and the push key. Returns the keys of the bank. */
export async function prepareDatabase(config: Config, { sql, connection, clock, print }: Options): Promise<Keys> {
  const known = await readAppSecret(config)
  await migrateOrExplain(config, connection, print)
  await clock.requireRight(sql).catch((error) => explainDatabase(error, connection))
  const { now } = clock
  // A restored folder has no secret, and a new one would be wrong.
  const isNew = known === null && (await isNewBank(sql).catch((error) => explainDatabase(error, connection)))
  const secret = known ?? (await (isNew ? generateAppSecret(config) : requireAppSecret(config)))
  const secrets = { secret, previous: config.appSecretPrevious }
  const keys = await loadKeys(sql, secrets).catch((error) => explainDatabase(error, connection))
  await ensureSigningKey(sql, keys, now(), (work) => asOwner(connection, work))
  await loadPushKeys({ sql, keys, config, now })
  return keys
}

async function migrateOrExplain(config: Config, connection: Connection, print: (line: string) => void): Promise<void> {
  await migrate(connection, {
    onApplied: (name) => print(`Applied migration ${name}.`),
    onCreated: (migrations) => print(`Created the tables with ${migrations} migrations.`),
    onProgress: print,
    acceptNewer: config.acceptNewerSchema,
  }).catch((error) => explainDatabase(error, connection))
}

/** An error of another's database is the operator's to fix: one line. */
export function explainDatabase(error: unknown, connection: Connection): never {
  if (error instanceof StartError || !('url' in connection)) throw error
  const message = (error as Error).message || sqlState(error)
  const hint = /unsupported startup parameter/.test(message) ? ' (PgBouncer: see docs/operations.md)' : ''
  // The URL stays out of the message: it holds a password.
  throw new StartError(`The database of DATABASE_URL can't be used: ${message}${hint}`, { cause: error })
}

const END_MS = 1_000

async function asOwner(connection: Connection, work: (owner: Sql) => Promise<void>): Promise<void> {
  const owner = openPool(connection, { max: 1 })
  await work(owner)
    .catch((error) => {
      if (sqlState(error) !== '42501') throw error
      throw new StartError(
        "This bank has no signing key yet, and only the owner of the tables can make it: run 'npm run migrate'.",
      )
    })
    .finally(() => owner.end({ timeoutMs: END_MS }))
}
