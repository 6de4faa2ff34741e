import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { CHILD_ENVIRONMENT } from './cluster.ts'
import { readExitCause } from './exit-cause.ts'
import { openFolder } from './folder-access.ts'
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
  /** Undefined while PostgreSQL is being restarted. */
  readonly pid: number | undefined
  /** Null while it runs; after its exit, why it ended. */
  ended(): Promise<string | null>
  /** From now on PostgreSQL is restarted when it exits. Before, an exit is a failed start. */
  supervise(onRestarted?: () => void): void
  restart(): Promise<void>
  stop(): Promise<void>
}

const FIRST_DELAY_MS = 50
const MAX_DELAY_MS = 5_000
/** After running for this long, the delay of the next restart starts over. */
const STEADY_MS = 60_000
/** The whole server stops within ten seconds; the rest of them is for running requests. */
const FAST_STOP_MS = 4_000

export async function launchPostmaster(launch: PostmasterOptions): Promise<Postmaster> {
  let { child, logged } = await spawnPostgres(launch)
  let startedAt = Date.now()
  let delayMs = FIRST_DELAY_MS
  let reviving: Promise<void> | null = null
  let onRestarted = () => {}
  const stopping = new AbortController()
  // A server that exits in any way but `kill -9` stops its PostgreSQL; in an exit handler it can only send the signal.
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
        onRestarted()
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
    // A process that has exited already emits no event.
    if (isRunning(child)) child.once('exit', onExit)
    else onExit()
  }

  return {
    get pid() {
      return isRunning(child) ? child.pid : undefined
    },
    ended: async () =>
      isRunning(child)
        ? null
        : (await readExitCause(launch.logFile, logged, child.pid)) || `it ended with ${exitReason(child)}`,
    supervise(listener = () => {}) {
      onRestarted = listener
      watch()
    },
    restart,
    async stop() {
      stopping.abort()
      await reviving
      await stopPostgres(child, launch)
      process.off('exit', stopWithServer)
    },
  }
}

/** `logged`: the size of the log before this PostgreSQL wrote to it. */
type SpawnedPostgres = { child: ChildProcess; logged: number }

/**
 * In a process group of its own: Ctrl-C in a terminal reaches the server's whole group, and would stop the database while
 * the server still answers requests.
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
    // The server may exit without stopping it; its exit handler then does.
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
  // Fast shutdown: rolls open transactions back and writes a checkpoint. Windows has no signal for it.
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
