import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than a server needs to start again on a busy machine. */
const WITHOUT_PROGRESS_MS = 60_000
const MAX_MS = 300_000

/** Waits until nothing is left, or until no more is sent: a queue that stood still under faults may be long. */
export async function waitUntilSent(countLeft: () => Promise<number>): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  let progressAt = Date.now()
  const giveUpAt = Date.now() + MAX_MS
  while (Date.now() < giveUpAt && Date.now() - progressAt < WITHOUT_PROGRESS_MS) {
    const left = await countLeft()
    if (left === 0) return
    if (left < least) progressAt = Date.now()
    least = Math.min(least, left)
    await sleep(1_000)
  }
}
