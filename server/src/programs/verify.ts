/**
 * `npm run verify`: checks all ledger invariants, of a running or a stopped bank. Prints one line each and exits with
 * code 1 at the first breach. Records the result, for metrics and alerts.
 */

import { connectDatabase } from '../bootstrap/connect-database.ts'
import { verifyBooks } from '../bootstrap/verify-books.ts'
import { recordFullCheck } from '../ledger/full-book-checks.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { loadEnvironment } from '../platform/config/environment.ts'
import { openPool } from '../platform/db/connection.ts'
import { sqlState } from '../platform/db/errors.ts'
import { runProgram } from '../platform/runtime/run-program.ts'
import { StartError } from '../platform/runtime/start-error.ts'

async function verify(config: Config): Promise<boolean> {
  const { connection, close } = await connectDatabase(config, { mustExist: true })
  const sql = openPool(connection, { max: 1 })
  try {
    const check = await verifyBooks(sql, config.bankTimeZone, (line) => console.log(line))
    if (!(await recordFullCheck(sql, check))) console.log('The result is not recorded: this database can only be read.')
    return check.breached === null
  } catch (error) {
    if (sqlState(error) === '42P01') throw new StartError('This database holds no bank.', { cause: error })
    throw error
  } finally {
    await sql.end({ timeoutMs: 1_000 })
    await close()
  }
}

if (import.meta.main)
  await runProgram(() => verify(readConfig(loadEnvironment(process.env).env, { program: 'verify' })))
