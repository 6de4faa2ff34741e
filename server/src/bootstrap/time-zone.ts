import type { Reader, Sql } from '../platform/db/connection.ts'
import { StartError } from '../platform/runtime/start-error.ts'

const TIME_ZONE = 'time_zone'

/** The time zone of the monthly sums; null before the first start. */
export async function readTimeZone(sql: Reader): Promise<string | null> {
  const [row] = await sql<{ value: string }[]>`select value from bank_facts where name = ${TIME_ZONE}`
  return row?.value ?? null
}

/** The first start fixes the time zone: monthly sums of one zone are wrong in another. Parallel starts agree on one. */
export async function fixTimeZone(sql: Sql, zone: string): Promise<void> {
  // The usual case: no write, and no loading of ICU's time zones.
  if ((await readTimeZone(sql)) === zone) return
  await sql`insert into bank_facts (name, value) values (${TIME_ZONE}, ${zone}) on conflict (name) do nothing`
  const fixed = await readTimeZone(sql)
  if (fixed === null || canonical(fixed) !== canonical(zone))
    throw new StartError(`BANK_TIME_ZONE must stay ${fixed}, in which this bank's months were summed, got "${zone}".`)
}

/** Zones are renamed at times (Asia/Calcutta, Asia/Kolkata); which name is canonical depends on the ICU version. */
function canonical(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
