import { readFileSync } from 'node:fs'
import { listProcesses, MS_PER_TICK } from './processes.ts'

/** Cores that other programs may use, on average, while something is measured. */
const MAX_OTHER_CORES = 0.05
/** The parent of all threads of the Linux kernel, which also flush and receive for the measured programs. */
const KERNEL_PID = 2

/** CPU time since the start of the machine, without interrupts, and the part of `roots`, their descendants and the kernel. */
function readUsage(roots: readonly number[]): { busyMs: number; ownMs: number } | null {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
    const [user = 0, nice = 0, system = 0, , , , , steal = 0] = line.split(/\s+/).slice(1).map(Number)
    return { busyMs: (user + nice + system + steal) * MS_PER_TICK, ownMs: cpuMsOfTrees([...roots, KERNEL_PID]) }
  } catch {
    return null
  }
}

function cpuMsOfTrees(roots: readonly number[]): number {
  const processes = listProcesses()
  const isOwn = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 0; at = processes.get(at)?.parent)
      if (roots.includes(at)) return true
    return false
  }
  let ticks = 0
  for (const [pid, stat] of processes) if (isOwn(pid)) ticks += stat.ticks + stat.children
  return ticks * MS_PER_TICK
}

/** Runs something, and measures how many cores other programs used meanwhile. Zero where /proc does not say. */
export async function watchMachine<Result>(
  roots: readonly number[],
  run: () => Promise<Result>,
): Promise<{ result: Result; otherCores: number }> {
  const [before, startedAt] = [readUsage(roots), performance.now()]
  const result = await run()
  const [after, tookMs] = [readUsage(roots), performance.now() - startedAt]
  if (!before || !after) return { result, otherCores: 0 }
  const otherMs = after.busyMs - before.busyMs - (after.ownMs - before.ownMs)
  return { result, otherCores: Math.max(0, otherMs / tookMs) }
}

/** Discards measurements during which other programs used the machine, and repeats them, a limited number of times in all. */
export class QuietMachine {
  readonly #roots: readonly number[]
  #repeatsLeft: number
  #kept = 0
  readonly #discarded: number[] = []
  readonly #disturbed: number[] = []

  constructor(roots: readonly number[], repeats: number) {
    this.#roots = roots
    this.#repeatsLeft = repeats
  }

  /** `prepare` comes before each run, and is not measured. */
  async measure<Result>(name: string, run: () => Promise<Result>, prepare: () => Promise<unknown>): Promise<Result> {
    for (;;) {
      await prepare()
      const { result, otherCores } = await watchMachine(this.#roots, run)
      if (otherCores <= MAX_OTHER_CORES || this.#repeatsLeft === 0) {
        this.#kept += 1
        if (otherCores > MAX_OTHER_CORES) this.#disturbed.push(otherCores)
        return result
      }
      this.#repeatsLeft -= 1
      this.#discarded.push(otherCores)
      console.log(`  ${name}: discarded, other programs used ${percent(otherCores)} of a core`)
    }
  }

  /** Null: every measurement that counts was made on a quiet machine. */
  get disturbance(): string | null {
    if (this.#disturbed.length === 0) return null
    return `machine not quiet: in ${this.#disturbed.length} of ${this.#kept} measurements other programs used up to ${percent(Math.max(...this.#disturbed))} of a core`
  }

  get summary(): string {
    return this.disturbance ?? `quiet, ${this.#discarded.length} measurements discarded`
  }
}

const percent = (cores: number) => `${Math.round(cores * 100)} %`
