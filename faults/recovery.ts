import type { History } from './history.ts'
import type { BankSystem } from './system.ts'

const MAX_MS = 180_000

/** From the fault until both servers are ready and a write that was sent after it has a result. Null: it never did. */
export async function timeRecovery(system: BankSystem, history: History, since: number): Promise<number | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, MAX_MS, null).unref())
  const ready = Promise.all(system.servers.map((_, index) => system.waitUntilReady(index, MAX_MS))).then(() =>
    Date.now(),
  )
  const served = history.servedAfter(since)
  const times = await Promise.race([Promise.all([ready, served]), timeout])
  return times ? Math.max(...times) - since : null
}
