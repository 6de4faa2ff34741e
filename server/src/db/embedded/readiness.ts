import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#server/runtime/start-error.ts'
import { isUnavailable, sqlState } from '../errors.ts'
import { runStatement } from '../run-statement.ts'
import type { Log, Postmaster } from './postmaster.ts'
import type { EmbeddedConnection } from './server-info.ts'

const POLL_MS = 10
const LOG_INTERVAL_MS = 5_000
const INVALID_CATALOG_NAME = '3D000'
/**
 * A killed PostgreSQL's last processes hold its memory for a moment longer, and the next one rightly refuses to run beside
 * them. They write to the same log, so the last complaint may be theirs.
 */
const SHARED_MEMORY_IN_USE = /shared memory block|unexpected postmaster exit/
/** A moment, not for ever: one that hangs has to be looked at by somebody. */
const SHARED_MEMORY_TIMEOUT_MS = 30_000

type ReadinessOptions = { cluster: string; logFile: string; log: Log; sharedMemoryTimeoutMs?: number | undefined }

/**
 * Asks by connecting, as every client will. There is no time limit while PostgreSQL is alive: after a crash it replays
 * its log first, and giving up in the middle would only make it begin again.
 */
export async function waitUntilReady(
  postmaster: Postmaster,
  connection: EmbeddedConnection,
  { cluster, logFile, log, sharedMemoryTimeoutMs = SHARED_MEMORY_TIMEOUT_MS }: ReadinessOptions,
): Promise<void> {
  const giveUpAt = Date.now() + sharedMemoryTimeoutMs
  let tellAt = Date.now() + LOG_INTERVAL_MS
  let hindrance: string | null = null
  while (!((await isServedBy(postmaster, cluster)) && (await isReady(connection)))) {
    const complaint = await postmaster.ended()
    if (complaint !== null && !(SHARED_MEMORY_IN_USE.test(complaint) && Date.now() < giveUpAt))
      throw new StartError(`PostgreSQL did not start: ${complaint} (see ${logFile}).`)
    hindrance = complaint ?? hindrance
    if (Date.now() > tellAt) {
      const replaying = 'PostgreSQL is still getting ready (after a crash it first replays its log).'
      log.info(hindrance === null ? replaying : `PostgreSQL can't start yet: ${hindrance}`)
      tellAt += LOG_INTERVAL_MS
    }
    await (complaint === null ? sleep(POLL_MS) : sleep(20 * POLL_MS).then(postmaster.restart))
  }
}

/**
 * Somebody answers on the socket, but is it our child? One that an earlier server left behind would do so too, until it
 * ends. Only PostgreSQL that really started writes its process id and 'ready' here; `pg_ctl` goes by the same line.
 */
async function isServedBy(postmaster: Postmaster, cluster: string): Promise<boolean> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return postmaster.pid !== undefined && Number(lines[0]) === postmaster.pid && lines[7]?.trim() === 'ready'
}

/** True when the bank's database takes connections; made at the first start. */
export async function isReady(connection: EmbeddedConnection): Promise<boolean> {
  try {
    await runStatement(connection, 'select 1')
    return true
  } catch (error) {
    if (isUnavailable(error)) return false
    if (sqlState(error) !== INVALID_CATALOG_NAME) throw error
    await runStatement({ ...connection, database: 'postgres' }, `create database ${connection.database}`)
    return true
  }
}
