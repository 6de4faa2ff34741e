import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../src/platform/db/connection.ts'

/** Waits until `count` statements in this database are blocked by another transaction's lock. */
export async function waitUntilBlocked(owner: Sql, count = 1): Promise<void> {
  for (;;) {
    const waiting = await owner`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (waiting.length >= count) return
    await sleep(5)
  }
}
