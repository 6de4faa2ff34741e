import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection } from '../../server/src/db/connection.ts'
import { addressOf, connectionIn, makeDataDir, spawnBank, stopBank } from '../../server/test/bank-process.ts'

export type Memory = { usedBytes: number; rssBytes: number }
export type ServerProcess = Awaited<ReturnType<typeof openServerProcess>>

const PROBE = new URL('./memory-probe.ts', import.meta.url).href

/**
 * The bank as an operator runs it: a process of its own with the embedded PostgreSQL, on the loopback address. Everything
 * it says goes to a file, at the most talkative level, to be searched later.
 */
export async function openServerProcess(env: Record<string, string>) {
  const dataDir = await makeDataDir('abuse')
  const logFile = join(dataDir, 'server.log')
  let child: ChildProcess | null = null
  let address = ''

  async function start(): Promise<void> {
    const log = createWriteStream(logFile, { flags: 'a' })
    const started = spawnBank({
      env: {
        DATA_DIR: dataDir,
        PORT: address ? new URL(address).port : '0',
        DEMO: 'off',
        LOG_LEVEL: 'trace',
        ...env,
      },
      flags: ['--import', PROBE],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = started
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (bytes: Buffer) => log.write(bytes))
    started.once('close', () => log.end())
    address = await addressOf(started)
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child
    child = null
    if (ending) await stopBank(ending, signal)
  }

  await start()
  // Whatever ends this program, nothing of its bank stays behind.
  process.once('exit', () => child === null && stopPostgres(dataDir))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  return {
    address: () => address,
    logFile,
    start,
    /** As a power cut: nothing is finished, nobody is told. */
    kill: () => end('SIGKILL'),
    /** Whether it runs still: an attack that ends the process has won. */
    alive: () => child !== null && child.exitCode === null && child.signalCode === null,
    connection: (): Promise<Connection> => connectionIn(dataDir),
    async memory(): Promise<Memory> {
      if (!child) throw new Error('The server does not run')
      const answer = once(child, 'message')
      child.send('memory')
      const [memory] = await answer
      return memory as Memory
    },
    stop: () => end('SIGTERM'),
    async remove(): Promise<void> {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Between a kill and the next start PostgreSQL is nobody's. Its own note says which process it is; SIGINT is its fast stop. */
function stopPostgres(dataDir: string): void {
  try {
    const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    if (Number(pid) > 1) process.kill(Number(pid), 'SIGINT')
  } catch {
    // No note, no PostgreSQL.
  }
}
