/**
 * `npm run migrate [-- --without-backup]`: brings the database up to date, as the owner of its tables (MIGRATION_DATABASE_URL, or
 * else DATABASE_URL). Servers can then run as a user that owns nothing. Says when the last backup was, and asks if there is none.
 */
import { parseArgs } from 'node:util'
import { connectDatabase } from '../bootstrap/connect-database.ts'
import { requireBackup } from '../bootstrap/last-backup.ts'
import { explainDatabase, prepareDatabase } from '../bootstrap/prepare-database.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { loadEnvironment } from '../platform/config/environment.ts'
import { openPool } from '../platform/db/connection.ts'
import { DatabaseClock } from '../platform/db/database-clock.ts'
import { askYesOrNo } from '../platform/runtime/ask-yes-or-no.ts'
import { runProgram } from '../platform/runtime/run-program.ts'

async function run(config: Config, withoutBackup: boolean): Promise<void> {
  const { connection, close } = await connectDatabase(config, { mustExist: false, asOwner: true })
  const owner = openPool(connection, { max: 1 })
  const print = (line: string) => console.log(line)
  const ask = process.stdin.isTTY && process.stderr.isTTY ? (question: string) => askYesOrNo(question) : null
  try {
    await requireBackup(config, owner, { print, withoutBackup, ask }).catch((error) =>
      explainDatabase(error, connection),
    )
    await prepareDatabase(config, { sql: owner, connection, clock: new DatabaseClock(), print })
    console.log('The database is up to date.')
  } finally {
    await owner.end({ timeoutMs: 1_000 })
    await close()
  }
}

if (import.meta.main)
  await runProgram(async () => {
    const { values } = parseArgs({ options: { 'without-backup': { type: 'boolean', default: false } } })
    const config = readConfig(loadEnvironment(process.env).env, { program: 'migrate' })
    await run(config, values['without-backup'])
  })
