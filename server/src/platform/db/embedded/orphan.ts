import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '#server/platform/runtime/start-error.ts'

const run = promisify(execFile)

/**
 * After a `kill -9` of the server its PostgreSQL keeps running. It is stopped rather than adopted: only a parent learns at
 * once that its child exited, and the statements of the killed server end here. The caller holds the owner lock, so no
 * running server owns this PostgreSQL.
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
    // Skips the shutdown checkpoint; the next start replays the WAL instead. Nothing committed is lost.
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    signalIfAlive(pid, signal)
    const deadline = Date.now() + timeoutMs
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return
      // A zombie until its parent reaps it: its process id still counts as taken.
      if (!(await isOrphan())) return removeStaleFiles(cluster, lines)
      await sleep(15)
    }
  }
  throw new StartError(`A PostgreSQL (process ${pid}) that an earlier server left behind does not end: stop it.`)
}

/**
 * The process id in the file belongs to another program or to a zombie. PostgreSQL only checks whether the id is taken and
 * would refuse to start. If the id is free, PostgreSQL removes these files itself.
 */
async function removeStaleFiles(cluster: string, [, , , port, socketFolder]: string[]): Promise<void> {
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  if (socketFolder) await rm(join(socketFolder, `.s.PGSQL.${port}.lock`), { force: true })
}

/** Process ids are reused: only the PostgreSQL of this folder may be signaled. */
async function isPostmasterOf(pid: number, cluster: string, pidFile: string[]): Promise<boolean> {
  try {
    if (process.platform === 'linux') return await isPostmasterOnLinux(pid, cluster, pidFile)
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
    // After an update of node_modules the executable is gone, and the link says so: '/…/postgres (deleted)'.
    const program = basename((await readlink(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, ''))
    return program === 'postgres' && (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster))
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  // Root in a container may not follow another user's links (that takes CAP_SYS_PTRACE), but may read the command line.
  // The data folder may be given as a handle there, so the socket folder is compared too.
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
