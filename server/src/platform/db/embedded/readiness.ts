import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#server/platform/runtime/start-error.ts'
import { isUnavailable, sqlState } from '../errors.ts'
import { runStatement } from '../run-statement.ts'
import type { Log, Postmaster } from './postmaster.ts'
import type { EmbeddedConnection } from './server-info.ts'

const POLL_MS = 10
const LOG_INTERVAL_MS = 5_000
const INVALID_CATALOG_NAME = '3D000'
/**
 * The remaining processes of a PostgreSQL that was killed, or that gave up early in its start, hold its shared memory for a moment,
 * and the next one refuses to start meanwhile.
 */
const SHARED_MEMORY_IN_USE = /shared memory block/
/** Limited: a process that hangs needs an operator. */
const SHARED_MEMORY_TIMEOUT_MS = 30_000

type ReadinessOptions = { cluster: string; logFile: string; log: Log; sharedMemoryTimeoutMs?: number | undefined }

/**
 * Polls by connecting, as every client will. There is no time limit while PostgreSQL runs: after a crash it first replays
 * its WAL, and a restart would only make it begin again.
 */
export async function waitUntilReady(
  postmaster: Postmaster,
  connection: EmbeddedConnection,
  { cluster, logFile, log, sharedMemoryTimeoutMs = SHARED_MEMORY_TIMEOUT_MS }: ReadinessOptions,
): Promise<void> {
  const giveUpAt = Date.now() + sharedMemoryTimeoutMs
  let logAt = Date.now() + LOG_INTERVAL_MS
  let obstacle: string | null = null
  while (!((await isServedBy(postmaster, cluster)) && (await isReady(connection)))) {
    const failure = await postmaster.ended()
    if (failure !== null && !(SHARED_MEMORY_IN_USE.test(failure) && Date.now() < giveUpAt))
      throw new StartError(`PostgreSQL did not start: ${failure} (see ${logFile}).`)
    obstacle = failure ?? obstacle
    if (Date.now() > logAt) {
      const replaying = 'PostgreSQL is still getting ready (after a crash it first replays its log).'
      log.info(obstacle === null ? replaying : `PostgreSQL can't start yet: ${obstacle}`)
      logAt += LOG_INTERVAL_MS
    }
    await (failure === null ? sleep(POLL_MS) : sleep(20 * POLL_MS).then(postmaster.restart))
  }
}

/**
 * Whether our child serves the socket, and not the PostgreSQL of an earlier server that is still exiting. A started
 * PostgreSQL writes its process id and 'ready' to this file; `pg_ctl` reads the same line.
 */
async function isServedBy(postmaster: Postmaster, cluster: string): Promise<boolean> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return postmaster.pid !== undefined && Number(lines[0]) === postmaster.pid && lines[7]?.trim() === 'ready'
}

/** True when the bank's database accepts connections; the first start creates it. */
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
