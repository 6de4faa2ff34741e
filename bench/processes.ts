import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the kernel's own clock. */
const MS_PER_TICK = 10

type Stat = { parent: number; ticks: number; children: number }

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold blanks; everything after it is numbers.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const at = (index: number) => Number(fields[index])
    return { parent: at(1), ticks: at(11) + at(12), children: at(13) + at(14) }
  } catch {
    return null
  }
}

/** Milliseconds of processor that a process has used so far, with its children, gone ones included. Null: not to be seen. */
export function cpuMs(pid: number | null): number | null {
  if (pid === null) return null
  // Where there is no /proc (all but Linux), nothing is to be seen.
  const own = statOf(pid)
  if (!own) return null
  let ticks = own.ticks + own.children
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(Number(name))
    if (stat?.parent === pid) ticks += stat.ticks + stat.children
  }
  return ticks * MS_PER_TICK
}

/** Resident memory now, in megabytes. */
export function memoryMb(pid: number): number {
  const kilobytes = existsSync('/proc/self/status')
    ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()
  return Number(kilobytes) / 1024
}

const endings = new Set<() => unknown>()
let interrupted = false

/** What makes the work under way fail when the benchmark is told to stop, so that it finds its way out by itself. */
export function onInterrupt(end: () => unknown): void {
  endings.add(end)
  if (interrupted) end()
}

/** A child that only measures. */
export function killOnInterrupt<Child extends ChildProcess>(child: Child): Child {
  const end = () => child.kill()
  child.once('close', () => endings.delete(end))
  onInterrupt(end)
  return child
}

/** Ctrl-C and the like: no process and no folder may be left behind, so everything that was opened is closed on the way. */
export function handleSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      interrupted = true
      for (const end of endings) end()
    })
}
