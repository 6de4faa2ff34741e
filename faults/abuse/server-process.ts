import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Connection } from '../../server/src/db/connection.ts'

export type Memory = { usedBytes: number; rssBytes: number }
export type ServerProcess = Awaited<ReturnType<typeof openServerProcess>>

const PROGRAM = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const PROBE = new URL('./memory-probe.ts', import.meta.url).href
const START_WITHIN_MS = 60_000

/**
 * The bank as an operator runs it: a process of its own with the embedded PostgreSQL, on the loopback address. Everything
 * it says goes to a file, at the most talkative level, to be searched later.
 */
export async function openServerProcess(env: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'openteller-abuse-'))
  // PostgreSQL runs as somebody else when this runs as root, and has to get through.
  await chmod(dataDir, 0o711)
  const logFile = join(dataDir, 'server.log')
  let child: ChildProcess | null = null
  let address = ''

  async function start(): Promise<void> {
    const log = createWriteStream(logFile, { flags: 'a' })
    // As `npm start` runs it, but for the probe.
    const options = ['--max-semi-space-size=16', '--expose-gc', '--import', PROBE]
    const started = spawn(process.execPath, [...options, PROGRAM], {
      env: {
        PATH: process.env.PATH ?? '',
        DATA_DIR: dataDir,
        PORT: address ? new URL(address).port : '0',
        DEMO: 'off',
        LOG_LEVEL: 'trace',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = started
    let said = ''
    await new Promise<void>((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error(`The server did not start:\n${said}`)), START_WITHIN_MS)
      for (const stream of [started.stdout, started.stderr])
        stream?.on('data', (bytes: Buffer) => {
          log.write(bytes)
          if (said.length > 100_000) return
          said += bytes
          const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said.replace(/^\{.*$/gm, '')) ?? []
          if (!found) return
          address = found
          clearTimeout(giveUp)
          resolve()
        })
      started.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)))
    })
    started.once('close', () => log.end())
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    ending.kill(signal)
    await once(ending, 'exit')
  }

  await start()
  // Whatever ends this program, its bank does not stay behind.
  process.once('exit', () => (child ? child.kill('SIGTERM') : stopPostgres(dataDir)))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  return {
    address: () => address,
    logFile,
    start,
    /** As a power cut: nothing is finished, nobody is told. */
    kill: () => end('SIGKILL'),
    /** Whether it runs still: an attack that ends the process has won. */
    alive: () => child !== null && child.exitCode === null && child.signalCode === null,
    connection: async (): Promise<Connection> =>
      JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8')).connection,
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
