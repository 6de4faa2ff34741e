import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Connection } from '#server/platform/db/connection.ts'
import { findFreePort } from '#server/platform/db/embedded/listen.ts'
import { connectionIn, makeDataDir } from '../../server/test/bank-process.ts'
import { ServerProcess } from '../server-process.ts'
import type { Memory } from './attacked-server.ts'

const PROGRAM = fileURLToPath(new URL('./attacked-server.ts', import.meta.url))
const START_WITHIN_MS = 60_000

export type AttackedBank = Awaited<ReturnType<typeof startAttackedBank>>

/** The bank as an operator runs it: a process with the embedded PostgreSQL. Its log, at the most verbose level, is searched later. */
export async function startAttackedBank(env: Record<string, string>) {
  const dataDir = await makeDataDir('abuse')
  const server = new ServerProcess({
    name: 'The attacked bank',
    port: await findFreePort(),
    program: PROGRAM,
    env: {
      DATA_DIR: dataDir,
      DEMO: 'off',
      FOUR_EYES_ABOVE: 'off',
      STAFF_SECOND_FACTOR: 'optional',
      SECRET_RULES: 'off',
      LOG_LEVEL: 'trace',
      ...env,
    },
    logFile: join(dataDir, 'server.log'),
    restarts: false,
  })
  const start = async () => {
    await server.start()
    await server.waitUntilReady(START_WITHIN_MS)
  }
  process.once('exit', () => server.pid === undefined && stopPostgres(dataDir))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  await start()
  return {
    address: server.address,
    logFile: server.logFile,
    isAlive: () => server.pid !== undefined,
    connection: (): Promise<Connection> => connectionIn(dataDir),
    memory: () => server.request<Memory>('memory'),
    pauseJobs: () => server.request('pause jobs'),
    resumeJobs: () => server.request('resume jobs'),
    start,
    /** Like a power cut: nothing is shut down. */
    kill: () => server.kill(),
    async remove(): Promise<void> {
      await server.stop('SIGTERM')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** After a kill PostgreSQL has no supervisor until the next start. Its pid file names the process; SIGINT is its fast shutdown. */
function stopPostgres(dataDir: string): void {
  try {
    const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    if (Number(pid) > 1) process.kill(Number(pid), 'SIGINT')
  } catch {
    // Without a pid file PostgreSQL is not running.
  }
}
