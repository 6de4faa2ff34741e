import { expect } from 'vitest'
import type { Sql } from '../src/platform/db/connection.ts'

/** Waits until `count` statements in this database are blocked by another transaction's lock. */
export async function waitUntilBlocked(owner: Sql, count = 1): Promise<void> {
  const blocked = async () =>
    (
      await owner`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    ).length
  await expect.poll(blocked).toBeGreaterThanOrEqual(count)
}

/** Waits until the connection with this process id is in `pg_sleep`. */
export async function waitUntilSleeping(owner: Sql, pid: number): Promise<void> {
  const sleeping = async () =>
    (await owner`select 1 from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`).length
  await expect.poll(sleeping).toBe(1)
}

/** Waits until PostgreSQL has closed the connection with this process id. */
export async function waitUntilClosed(owner: Sql, pid: number): Promise<void> {
  await expect.poll(async () => (await owner`select 1 from pg_stat_activity where pid = ${pid}`).length).toBe(0)
}
