import { lstat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareDataDir } from '#server/platform/runtime/data-dir.ts'
import { StartError } from '#server/platform/runtime/start-error.ts'
import { provideBinaries } from './embedded/binaries.ts'
import { ensureCluster } from './embedded/cluster.ts'
import { chooseListen } from './embedded/listen.ts'
import { rotateLog, startLogRotation } from './embedded/log-rotation.ts'
import { stopOrphan } from './embedded/orphan.ts'
import { type OwnerLock, takeOwnerLock } from './embedded/owner-lock.ts'
import { pathsIn } from './embedded/paths.ts'
import { type Log, launchPostmaster } from './embedded/postmaster.ts'
import { isReady, waitUntilReady } from './embedded/readiness.ts'
import { chooseRunAs } from './embedded/run-as.ts'
import { type EmbeddedConnection, readServerInfo, removeServerInfo, writeServerInfo } from './embedded/server-info.ts'
import { postgresArguments } from './embedded/settings.ts'
import { startArchiving, walArchiveSettings } from './embedded/wal-archive.ts'

export type { EmbeddedConnection } from './embedded/server-info.ts'

export type EmbeddedPostgres = {
  connection: EmbeddedConnection
  /** The running PostgreSQL's process id; undefined during a restart, and when another server owns it. */
  readonly pid: number | undefined
  /** Shuts PostgreSQL down and waits for its exit. One that belongs to another server keeps running. */
  stop(): Promise<void>
}

const LOCK_TIMEOUT_MS = 2_000
const ATTACH_TIMEOUT_MS = 30_000

type Options = {
  dataDir: string
  log: Log
  /** Where PostgreSQL archives its log; null: nowhere. */
  backupDir?: string | null
  /** How long a segment waits at most before it is archived, if not as usual. */
  archiveTimeoutSeconds?: number
  /** How long processes of a killed PostgreSQL may hold its shared memory. */
  sharedMemoryTimeoutMs?: number
}

/** Starts the PostgreSQL of this DATA_DIR as our child and keeps it running until `stop`. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir } = options
  await prepareDataDir(dataDir)
  // A server that is shutting down releases the lock in a moment, so that a restart does not have to be tried twice.
  for (const giveUpAt = Date.now() + LOCK_TIMEOUT_MS; Date.now() < giveUpAt; await sleep(50)) {
    const lock = takeOwnerLock(pathsIn(dataDir).lock)
    if (lock) return startOwned(options, lock)
  }
  throw new StartError(`DATA_DIR ${dataDir} is in use by another running server${await ownerOf(dataDir)}.`)
}

/**
 * For command-line tools: the PostgreSQL of the running server if there is one, otherwise one that runs as long as the tool.
 * `mustExist` fails where there is no bank, instead of creating an empty one.
 */
export async function attachOrStart(
  options: Options & { mustExist?: boolean; timeoutMs?: number },
): Promise<EmbeddedPostgres & { attached: boolean }> {
  const { dataDir, mustExist, timeoutMs = ATTACH_TIMEOUT_MS } = options
  const places = pathsIn(dataDir)
  if (mustExist && !(await lstat(places.cluster).catch(() => null)))
    throw new StartError(`There is no bank in DATA_DIR ${dataDir}.`)
  await prepareDataDir(dataDir)
  for (const giveUpAt = Date.now() + timeoutMs; Date.now() < giveUpAt; await sleep(50)) {
    const lock = takeOwnerLock(places.lock)
    if (lock) return Object.assign(await startOwned(options, lock), { attached: false })
    const connection = (await readServerInfo(dataDir))?.connection
    if (connection && (await isReady(connection)))
      return { connection, pid: undefined, attached: true, stop: async () => {} }
    // The other server is starting or stopping: soon either its database or the lock is available.
  }
  throw new StartError(
    `DATA_DIR ${dataDir} is in use by another server${await ownerOf(dataDir)}, whose PostgreSQL does not answer.`,
  )
}

async function ownerOf(dataDir: string): Promise<string> {
  const owner = (await readServerInfo(dataDir))?.pid
  return owner ? ` (process ${owner})` : ''
}

async function startOwned(options: Options, lock: OwnerLock): Promise<EmbeddedPostgres> {
  const { dataDir } = options
  try {
    const { postmaster, connection } = await launch(options)
    await writeServerInfo(dataDir, { pid: process.pid, connection })
    const stopRotation = startLogRotation(pathsIn(dataDir).log)
    return {
      connection,
      get pid() {
        return postmaster.pid
      },
      async stop() {
        stopRotation()
        await removeServerInfo(dataDir)
        await postmaster.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function launch({ dataDir, log, backupDir, archiveTimeoutSeconds, sharedMemoryTimeoutMs }: Options) {
  const { cluster, log: logFile } = pathsIn(dataDir)
  // A killed server's server.json would lead tools to a database that is about to stop.
  await removeServerInfo(dataDir)
  const runAs = await chooseRunAs(cluster)
  const binaries = await provideBinaries(dataDir, runAs)
  const { listen, connection } = await chooseListen(dataDir, runAs)
  await stopOrphan(cluster, (pid) => log.warn(`Stopping PostgreSQL (process ${pid}) that a killed server left behind.`))
  await ensureCluster(dataDir, binaries, runAs)
  await rotateLog(logFile)

  const archive = backupDir ? await walArchiveSettings(backupDir, runAs, archiveTimeoutSeconds) : {}
  const args = postgresArguments(listen, archive)
  const postmaster = await launchPostmaster({ binaries, cluster, args, logFile, runAs, log })
  try {
    await waitUntilReady(postmaster, connection, { cluster, logFile, log, sharedMemoryTimeoutMs })
  } catch (error) {
    await postmaster.stop()
    throw error
  }
  const archiving = async () => {
    if (backupDir) await startArchiving(postmaster, connection)
  }
  await archiving()
  postmaster.supervise(() => void archiving())
  return { postmaster, connection }
}
