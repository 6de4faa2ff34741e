import type { History } from './history.ts'
import type { BankSystem } from './system.ts'

const NEVER_MS = 180_000

/** From the blow until both servers say that they are ready and somebody's money request, sent since, has been answered. */
export async function timeRecovery(system: BankSystem, history: History, since: number): Promise<number | null> {
  const never = new Promise<null>((resolve) => setTimeout(resolve, NEVER_MS, null).unref())
  const ready = Promise.all(system.servers.map((_, index) => system.untilReady(index, NEVER_MS))).then(() => Date.now())
  const served = history.servedAfter(since)
  const ends = await Promise.race([Promise.all([ready, served]), never])
  return ends ? Math.max(...ends) - since : null
}
