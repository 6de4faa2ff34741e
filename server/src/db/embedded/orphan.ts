import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '#server/runtime/start-error.ts'

const run = promisify(execFile)

/**
 * After a `kill -9` of the server its PostgreSQL lives on. It is stopped rather than adopted: only a parent learns at
 * once that its child died, and work of the dead server that is still under way ends here. Whoever calls holds the
 * owner lock, so this PostgreSQL belongs to nobody who is alive.
 */
export async function stopOrphan(cluster: string, onFound: (pid: number) => void): Promise<void> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return
  const isOrphan = () => isPostmasterOf(pid, cluster, lines)
  if (!(await isOrphan())) return removeStaleFiles(cluster, lines)

  onFound(pid)
  for (const [signal, timeoutMs] of [
    ['SIGINT', 20_000],
    // Without a last checkpoint; the next start replays the log instead. Nothing committed is lost either way.
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    signalIfAlive(pid, signal)
    const deadline = Date.now() + timeoutMs
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return
      // Dead, but a zombie until somebody collects it: its id still counts as taken.
      if (!(await isOrphan())) return removeStaleFiles(cluster, lines)
      await sleep(15)
    }
  }
  throw new StartError(`A PostgreSQL (process ${pid}) that an earlier server left behind does not end: stop it.`)
}

/**
 * The id in the file now belongs to another program (or to a zombie). PostgreSQL only asks whether the id is taken, and
 * would refuse to start; where the id is free it clears these files itself, and is left to do so.
 */
async function removeStaleFiles(cluster: string, [, , , port, socketFolder]: string[]): Promise<void> {
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  if (socketFolder) await rm(join(socketFolder, `.s.PGSQL.${port}.lock`), { force: true })
}

/** Process ids are used again: a signal must only ever reach a PostgreSQL, and only the one on this very folder. */
async function isPostmasterOf(pid: number, cluster: string, noted: string[]): Promise<boolean> {
  try {
    if (process.platform === 'linux') return await isPostmasterOnLinux(pid, cluster, noted)
    if (process.platform === 'win32') {
      const { stdout } = await run('tasklist', ['/FI', `PID eq ${pid}`, '/NH'])
      return stdout.toLowerCase().includes('postgres.exe')
    }
    const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
    return stdout.includes('postgres') && stdout.includes(`-D ${cluster}`)
  } catch {
    return false
  }
}

async function isPostmasterOnLinux(pid: number, cluster: string, [, , , , socketFolder]: string[]): Promise<boolean> {
  try {
    // After an update of node_modules the program's file is gone, and the link says so: '/…/postgres (deleted)'.
    const program = basename((await readlink(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, ''))
    return program === 'postgres' && (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster))
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  // Root in a container starts PostgreSQL as another user, whose links it may not follow (that takes CAP_SYS_PTRACE).
  // Everybody may read how a process was started. The folder may be named by a handle there; the socket's is its own.
  const name = (await readFile(`/proc/${pid}/comm`, 'utf8')).trim()
  const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
  return name === 'postgres' && (args.includes(cluster) || args.includes(`unix_socket_directories=${socketFolder}`))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
