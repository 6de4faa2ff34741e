/**
 * `npm run migrate`: brings the database up to date, as the owner of its tables (MIGRATION_DATABASE_URL, or else
 * DATABASE_URL). Servers can then run as a user that owns nothing.
 */
import { connectDatabase } from '../bootstrap/connect-database.ts'
import { prepareDatabase } from '../bootstrap/prepare-database.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { loadEnvironment } from '../platform/config/environment.ts'
import { openPool } from '../platform/db/connection.ts'
import { DatabaseClock } from '../platform/db/database-clock.ts'
import { runProgram } from '../platform/runtime/run-program.ts'

async function run(config: Config): Promise<void> {
  const { connection, close } = await connectDatabase(config, { mustExist: false, asOwner: true })
  const owner = openPool(connection, { max: 1 })
  try {
    await prepareDatabase(config, {
      sql: owner,
      connection,
      clock: new DatabaseClock(),
      print: (line) => console.log(line),
    })
    console.log('The database is up to date.')
  } finally {
    await owner.end({ timeoutMs: 1_000 })
    await close()
  }
}

if (import.meta.main) await runProgram(() => run(readConfig(loadEnvironment(process.env).env, { program: 'migrate' })))
