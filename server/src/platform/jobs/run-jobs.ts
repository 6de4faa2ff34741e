import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '../db/errors.ts'
import type { JobObserver } from '../runtime/job-observer.ts'

export type Job = {
  name: string
  intervalMs: number
  /** Delay of the first run. */
  firstRunAfterMs: number
  /** A clean-up resolves to the number of rows that it deleted. */
  run: (signal: AbortSignal) => Promise<unknown>
}

export type JobLog = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>

/** The database rolls back what is still running then; the next run of any server does it again. */
const STOP_TIMEOUT_MS = 2_000

type JobOptions = {
  observe?: JobObserver
  /** Each run asks it first; while it is false, none starts. */
  mayRun?: () => boolean
}

/** Runs each job on its own interval; a run starts only after the previous one of the same job has ended. */
export function startJobs(jobs: readonly Job[], log: JobLog, options: JobOptions = {}): () => Promise<void> {
  const stopping = new AbortController()
  const running = jobs.map((job) => repeat(job, log, stopping.signal, options))
  return async () => {
    stopping.abort()
    await Promise.race([Promise.all(running), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
  }
}

async function repeat(job: Job, log: JobLog, signal: AbortSignal, options: JobOptions): Promise<void> {
  const { observe, mayRun = () => true } = options
  await pause(job.firstRunAfterMs, signal)
  while (!signal.aborted) {
    if (mayRun()) {
      const began = performance.now()
      const { succeeded, rows } = await runJob(job, log, signal)
      observe?.(job.name, { seconds: (performance.now() - began) / 1000, succeeded, rows })
    }
    await pause(job.intervalMs, signal)
  }
}

/** One run. A failure is logged and does not affect other jobs or the next run. */
export async function runJob({ name, run }: Job, log: JobLog, signal: AbortSignal) {
  try {
    const result = await run(signal)
    return { succeeded: true, rows: typeof result === 'number' ? result : 0 }
  } catch (error) {
    if (!signal.aborted) {
      if (isUnavailable(error)) log.warn({ job: name, reason: (error as Error).message }, 'job waits for the database')
      else log.error({ job: name, err: error }, 'job failed')
    }
    return { succeeded: false, rows: 0 }
  }
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
