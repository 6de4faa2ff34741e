import { Refusal } from './refusal.ts'

/** Lets `max` pieces of work run at once; the others wait in line, and past `maxWaiting` are sent away. */
export function limitConcurrency(max: number, maxWaiting = Number.POSITIVE_INFINITY) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= maxWaiting) throw new Refusal('unavailable', { retryAfterSeconds: 2 })
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line; nobody can slip in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
