import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#server/start-error.ts'
import { isUnavailable, sqlState } from '../connection.ts'
import { postgres } from '../driver.ts'
import type { EmbeddedConnection } from './note.ts'
import type { Log, Postmaster } from './postmaster.ts'

const POLL_MS = 10
const TELL_EVERY_MS = 5_000
const INVALID_CATALOG_NAME = '3D000'
/**
 * A killed PostgreSQL's last processes hold its memory for a moment longer, and the next one rightly refuses to run beside
 * them. They write to the same log, so the last complaint may be theirs.
 */
const LAST_BREATH = /shared memory block|unexpected postmaster exit/

/**
 * Asks by connecting, as every client will. There is no time limit while PostgreSQL is alive: after a crash it replays
 * its log first, and giving up in the middle would only make it begin again.
 */
export async function waitUntilReady(
  postmaster: Postmaster,
  connection: EmbeddedConnection,
  { logFile, log }: { logFile: string; log: Log },
): Promise<void> {
  let tellAt = Date.now() + TELL_EVERY_MS
  while (!(await isReady(connection))) {
    const complaint = await postmaster.ended()
    if (complaint !== null && LAST_BREATH.test(complaint)) await sleep(20 * POLL_MS).then(postmaster.restart)
    else if (complaint !== null) throw new StartError(`PostgreSQL did not start: ${complaint} (see ${logFile}).`)
    if (Date.now() > tellAt) {
      log.info('PostgreSQL is still getting ready (after a crash it first replays its log).')
      tellAt += TELL_EVERY_MS
    }
    await sleep(POLL_MS)
  }
}

/** True when the bank's database takes connections; made at the first start. */
export async function isReady(connection: EmbeddedConnection): Promise<boolean> {
  try {
    await ask(connection, 'select 1')
    return true
  } catch (error) {
    if (isUnavailable(error)) return false
    if (sqlState(error) !== INVALID_CATALOG_NAME) throw error
    await ask({ ...connection, database: 'postgres' }, `create database ${connection.database}`)
    return true
  }
}

async function ask(connection: EmbeddedConnection, statement: string): Promise<void> {
  const sql = postgres({ ...connection, max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} } as object)
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end({ timeout: 0 })
  }
}
