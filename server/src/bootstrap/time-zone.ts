import type { Reader, Sql } from '../db/connection.ts'
import { StartError } from '../runtime/start-error.ts'

const TIME_ZONE = 'time_zone'

/** The zone in which the monthly sums were made; null before the first start. */
export async function readTimeZone(sql: Reader): Promise<string | null> {
  const [fact] = await sql<{ value: string }[]>`select value from bank_facts where name = ${TIME_ZONE}`
  return fact?.value ?? null
}

/**
 * The first start decides for good: sums that were made month by month in one zone can't be read in another. Of two
 * servers that start at once one decides, and the other finds out here.
 */
export async function fixTimeZone(sql: Sql, zone: string): Promise<void> {
  // The usual start: no write, and no look into the list of zones, which is slow to load.
  if ((await readTimeZone(sql)) === zone) return
  await sql`insert into bank_facts (name, value) values (${TIME_ZONE}, ${zone}) on conflict (name) do nothing`
  const fixed = await readTimeZone(sql)
  if (fixed === null || canonical(fixed) !== canonical(zone))
    throw new StartError(`BANK_TIME_ZONE must stay ${fixed}, in which this bank's months were summed, got "${zone}".`)
}

/** Zones are renamed now and then (Asia/Calcutta, Asia/Kolkata), and which name is the canonical one depends on ICU's age. */
function canonical(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
