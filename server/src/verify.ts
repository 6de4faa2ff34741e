/**
 * `npm run verify`: checks all ledger invariants, of a running or a stopped bank. Prints one line each and exits with
 * code 1 at the first breach.
 */

import { connectDatabase } from './bootstrap/connect-database.ts'
import { readTimeZone } from './bootstrap/time-zone.ts'
import { type Config, readConfig } from './config/config.ts'
import { loadEnvironment } from './config/environment.ts'
import { openPool, type Sql } from './db/connection.ts'
import { sqlState } from './db/errors.ts'
import { checkOneByOne, type Finding } from './ledger/invariants.ts'
import { StartError } from './runtime/start-error.ts'

/** One snapshot for all invariants, so that a running bank can be checked. True when all hold. */
export async function verifyBooks(sql: Sql, zone: string, print: (line: string) => void): Promise<boolean> {
  const sound = await sql.begin('isolation level repeatable read read only', async (tx) => {
    // Summing years of postings takes longer than the timeout of a request.
    await tx`set local statement_timeout = 0`
    for await (const finding of checkOneByOne(tx, (await readTimeZone(tx)) ?? zone)) {
      print(describeFinding(finding))
      if (finding.breaches > 0n) return false
    }
    return true
  })
  return sound
}

const count = (value: bigint) => value.toLocaleString('en-US')

export function describeFinding({ number, title, checked, breaches }: Finding): string {
  return breaches === 0n
    ? `${number}  ok      ${title}  (${count(checked)} checked)`
    : `${number}  BREACH  ${title}  (${count(breaches)} wrong, ${count(checked)} checked)`
}

async function verify(config: Config): Promise<boolean> {
  const { connection, close } = await connectDatabase(config, { mustExist: true })
  const sql = openPool(connection, { max: 1 })
  try {
    return await verifyBooks(sql, config.bankTimeZone, (line) => console.log(line))
  } catch (error) {
    if (sqlState(error) === '42P01') throw new StartError('This database holds no bank.', { cause: error })
    throw error
  } finally {
    await sql.end({ timeoutMs: 1_000 })
    await close()
  }
}

if (import.meta.main) {
  try {
    // Verifying needs no root key, so that an auditor needn't have it.
    const sound = await verify(
      readConfig({ ...loadEnvironment(process.env).env, APP_SECRET: 'not needed to read what is written' }),
    )
    process.exitCode = sound ? 0 : 1
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
