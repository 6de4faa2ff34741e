import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export type Process = { pid: number; parent: number; stopped: boolean }

/** All processes of this machine: from /proc on Linux, where `ps` may be missing, and from `ps` elsewhere. */
export async function listProcesses(): Promise<Process[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat='])
    return stdout
      .trim()
      .split('\n')
      .map((line) => toProcess(line.trim().split(/\s+/)))
  }
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(ids.map(readProcess))
  return found.filter((one) => one !== null)
}

export async function isStopped(pid: number): Promise<boolean> {
  if (process.platform === 'linux') return (await readProcess(String(pid)))?.stopped ?? false
  return (await listProcesses()).some((one) => one.pid === pid && one.stopped)
}

async function readProcess(id: string): Promise<Process | null> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // The program's name is in parentheses and may contain any character; state and parent follow it.
  const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return toProcess([id, parent, state])
}

const toProcess = ([pid, parent, state]: string[]): Process => ({
  pid: Number(pid),
  parent: Number(parent),
  stopped: state?.startsWith('T') ?? false,
})
