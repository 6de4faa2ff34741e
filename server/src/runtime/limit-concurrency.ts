import { Refusal } from './refusal.ts'

/** Runs at most `max` tasks at once and queues the others; with `maxQueued` in the queue, more are refused. */
export function limitConcurrency(max: number, maxQueued = Number.POSITIVE_INFINITY) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (queue.length >= maxQueued) throw new Refusal('unavailable', { retryAfterSeconds: 2 })
    if (running >= max) await new Promise<void>((resolve) => queue.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The slot passes directly to the next task, so that no other can take it first.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
