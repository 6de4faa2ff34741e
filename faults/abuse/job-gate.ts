import { once } from 'node:events'
import type { Job } from '#server/platform/jobs/run-jobs.ts'

/** Jobs that can be paused together: none of them runs between the end of `pause` and the call of `resume`. */
export function createJobGate() {
  let pausing = new AbortController()
  let resuming = new AbortController()
  resuming.abort()
  const running = new Set<Promise<unknown>>()
  return {
    wrap: (job: Job): Job => ({
      ...job,
      run: async (signal) => {
        while (!signal.aborted && !resuming.signal.aborted)
          await once(AbortSignal.any([signal, resuming.signal]), 'abort')
        if (signal.aborted) return
        const run = job.run(AbortSignal.any([signal, pausing.signal]))
        running.add(run)
        return run.finally(() => running.delete(run))
      },
    }),
    /** Ends what runs in the way a stop of the bank does. */
    async pause(): Promise<void> {
      resuming = new AbortController()
      pausing.abort()
      await Promise.allSettled(running)
    },
    resume(): void {
      pausing = new AbortController()
      resuming.abort()
    },
  }
}
