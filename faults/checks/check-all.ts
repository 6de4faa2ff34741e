import { setTimeout as sleep } from 'node:timers/promises'
import { verifyBooks } from '#server/verify.ts'
import type { Sample } from '../clients/counter-monitor.ts'
import type { RetryingClient } from '../clients/retrying-client.ts'
import type { History } from '../history.ts'
import type { Person } from '../people.ts'
import type { BankSystem } from '../system.ts'
import { checkBalances } from './balances.ts'
import { checkCounters } from './counters.ts'
import { checkEffects, readBooks } from './effects.ts'

/** A request that was given up may still be under way in a server that stood still. */
const SETTLE_MS = 1_500

/** When everything is healed and nobody asks any more. Complaints go into the history; the lines are of the invariants. */
export async function checkAll(
  system: BankSystem,
  history: History,
  samples: readonly Sample[],
  customers: readonly { person: Person; client: RetryingClient }[],
): Promise<string[]> {
  await sleep(SETTLE_MS)
  const sql = system.openSql()
  const lines: string[] = []
  try {
    const sound = await verifyBooks(sql, 'UTC', (line) => lines.push(line))
    if (!sound) history.report('invariants', lines.at(-1) ?? '')
    const books = await readBooks(sql)
    checkEffects(history, books)
    checkCounters(history, samples)
    await checkBalances(history, sql, books, customers)
    return lines
  } finally {
    await sql.end({ timeout: 1 })
  }
}
