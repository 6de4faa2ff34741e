import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { CHILD_ENVIRONMENT } from './cluster.ts'
import { openFolder } from './folder-access.ts'
import { lastFatalLine } from './log-rotation.ts'
import type { RunAs } from './run-as.ts'

export type Log = { info(message: string): void; warn(message: string): void }

type PostmasterOptions = {
  binaries: Binaries
  cluster: string
  args: string[]
  logFile: string
  runAs: RunAs
  log: Log
}

export type Postmaster = {
  /** Undefined for the short while in which a dead PostgreSQL is being started again. */
  readonly pid: number | undefined
  /** Null while it runs; what it said last when it ended. */
  ended(): Promise<string | null>
  /** From now on a death is answered with a restart. Before, it is a failed start. */
  supervise(): void
  restart(): Promise<void>
  stop(): Promise<void>
}

const FIRST_DELAY_MS = 50
const MAX_DELAY_MS = 5_000
/** After this long without a death, the next one counts as the first. */
const STEADY_MS = 60_000
/** The rest of the ten seconds that a stop of the whole server may take goes to requests under way. */
const FAST_STOP_MS = 4_000

export async function launchPostmaster(launch: PostmasterOptions): Promise<Postmaster> {
  let { child, logged } = await spawnPostgres(launch)
  let startedAt = Date.now()
  let delayMs = FIRST_DELAY_MS
  let reviving: Promise<void> | null = null
  const stopping = new AbortController()
  // A server that ends in any way but `kill -9` takes its PostgreSQL along; the signal is all one can still do then.
  const stopWithServer = () => void child.kill('SIGINT')
  process.once('exit', stopWithServer)

  const restart = async () => {
    ;({ child, logged } = await spawnPostgres(launch))
    startedAt = Date.now()
  }
  const revive = async (how: string) => {
    if (Date.now() - startedAt > STEADY_MS) delayMs = FIRST_DELAY_MS
    for (let failure = how; !stopping.signal.aborted; ) {
      launch.log.warn(`PostgreSQL ended by itself (${failure}); starting it again in ${delayMs} ms.`)
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)
      if (stopping.signal.aborted) return
      try {
        await restart()
        return watch()
      } catch (error) {
        failure = (error as Error).message
      }
    }
  }
  const watch = () => {
    const onExit = () => {
      if (!stopping.signal.aborted) reviving = revive(exitReason(child))
    }
    // Who has ended already does not say so again.
    if (isRunning(child)) child.once('exit', onExit)
    else onExit()
  }

  return {
    get pid() {
      return isRunning(child) ? child.pid : undefined
    },
    ended: async () =>
      isRunning(child) ? null : (await lastFatalLine(launch.logFile, logged)) || `it ended with ${exitReason(child)}`,
    supervise: watch,
    restart,
    async stop() {
      stopping.abort()
      await reviving
      await stopPostgres(child, launch)
      process.off('exit', stopWithServer)
    },
  }
}

/** `logged`: how long the log was before this PostgreSQL could write to it. */
type SpawnedPostgres = { child: ChildProcess; logged: number }

/**
 * In a process group of its own: a Ctrl-C in the terminal reaches everything in the server's, and would end the database
 * under requests that the server is still answering.
 */
async function spawnPostgres({ binaries, cluster, args, logFile, runAs }: PostmasterOptions): Promise<SpawnedPostgres> {
  const folder = await openFolder(cluster, runAs)
  const output = await open(logFile, 'a', 0o600)
  try {
    const { size: logged } = await output.stat()
    const child = spawn(binaries.postgres, ['-D', folder.path, ...args], {
      detached: true,
      windowsHide: true,
      stdio: ['ignore', output.fd, output.fd, ...folder.handles],
      ...runAs,
      ...CHILD_ENVIRONMENT,
    })
    await once(child, 'spawn')
    // A process that forgets to stop it may still end, and takes it along (see above).
    child.unref()
    return { child, logged }
  } finally {
    await output.close()
    await folder.close()
  }
}

async function stopPostgres(child: ChildProcess, { binaries, cluster }: PostmasterOptions): Promise<void> {
  if (!isRunning(child)) return
  const exit = once(child, 'exit')
  child.ref()
  // Fast: open transactions are undone, a checkpoint is written, sessions end. Windows has no signals to say so.
  if (process.platform !== 'win32') child.kill('SIGINT')
  else await promisify(execFile)(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w']).catch(() => {})

  const hurry = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS)
  const force = setTimeout(() => child.kill('SIGKILL'), FAST_STOP_MS + 1_000)
  await exit
  clearTimeout(hurry)
  clearTimeout(force)
}

function exitReason({ exitCode, signalCode }: ChildProcess): string {
  return signalCode ?? `code ${exitCode}`
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}
