import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** USER_HZ: /proc reports CPU time in hundredths of a second. */
export const MS_PER_TICK = 10

/** `children`: of the children that have exited. */
type Stat = { parent: number; ticks: number; children: number }

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces; the fields after it do not.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const at = (index: number) => Number(fields[index])
    return { parent: at(1), ticks: at(11) + at(12), children: at(13) + at(14) }
  } catch {
    return null
  }
}

export function listProcesses(): Map<number, Stat> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(
    pids.flatMap((pid) => {
      const stat = statOf(Number(pid))
      return stat ? [[Number(pid), stat]] : []
    }),
  )
}

/** CPU milliseconds of a process and its children so far, including exited ones. Null: unknown. */
export function cpuMs(pid: number | null): number | null {
  if (pid === null) return null
  // Only Linux has /proc.
  const own = statOf(pid)
  if (!own) return null
  let ticks = own.ticks + own.children
  for (const { parent, ticks: used, children } of listProcesses().values()) if (parent === pid) ticks += used + children
  return ticks * MS_PER_TICK
}

/** Resident memory now, in megabytes. */
export function memoryMb(pid: number): number {
  const kilobytes = existsSync('/proc/self/status')
    ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()
  return Number(kilobytes) / 1024
}

const interruptHandlers = new Set<() => unknown>()
let interrupted = false

/** Registers a callback that makes the running work fail on a signal, so that its `finally` blocks clean up. */
export function onInterrupt(end: () => unknown): void {
  interruptHandlers.add(end)
  if (interrupted) end()
}

/** For child processes without state of their own, such as the load generator. */
export function killOnInterrupt<Child extends ChildProcess>(child: Child): Child {
  const end = () => child.kill()
  child.once('close', () => interruptHandlers.delete(end))
  onInterrupt(end)
  return child
}

/** On Ctrl-C and other signals the benchmark cleans up: it leaves no process and no folder behind. */
export function handleSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      interrupted = true
      for (const end of interruptHandlers) end()
    })
}
