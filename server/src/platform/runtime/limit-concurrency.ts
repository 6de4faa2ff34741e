import { Refusal } from './refusal.ts'

type Turn = {
  /** Tasks of different lanes take turns, so that many of one kind can't starve another. */
  lane?: string
  /** A task whose signal aborts leaves the queue; one that runs is not interrupted. */
  signal?: AbortSignal | undefined
}
type Waiter = { start: () => void }

/** Runs at most `max` tasks at once and queues the others; with `maxQueued` in a lane's queue, more are refused. */
export function limitConcurrency(max: number, maxQueued = Number.POSITIVE_INFINITY) {
  let running = 0
  /** In order of their turns; a lane exists while tasks wait in it. */
  const lanes = new Map<string, Set<Waiter>>()

  async function waitInLane(lane: string, signal: AbortSignal | undefined): Promise<void> {
    const queue = lanes.get(lane) ?? new Set()
    lanes.set(lane, queue)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { start: resolve }
    const leave = () => {
      queue.delete(waiter)
      if (queue.size === 0) lanes.delete(lane)
      reject(refusal())
    }
    queue.add(waiter)
    signal?.addEventListener('abort', leave)
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  function takeNext(): Waiter | undefined {
    for (const [lane, queue] of lanes)
      for (const waiter of queue) {
        queue.delete(waiter)
        // To the end of the line of lanes.
        lanes.delete(lane)
        if (queue.size > 0) lanes.set(lane, queue)
        return waiter
      }
    return undefined
  }

  return async <T>(work: () => Promise<T>, { lane = '', signal }: Turn = {}): Promise<T> => {
    if (signal?.aborted || (lanes.get(lane)?.size ?? 0) >= maxQueued) throw refusal()
    if (running >= max) await waitInLane(lane, signal)
    else running++
    try {
      return await work()
    } finally {
      // The slot passes directly to the next task, so that no other can take it first.
      const next = takeNext()
      if (next) next.start()
      else running--
    }
  }
}

const refusal = () => new Refusal('unavailable', { retryAfterSeconds: 2 })
