import { dayOf } from '#contract/bank-day.ts'
import { closedUntil } from '../../ledger/closings.ts'
import { FINAL_AFTER_MS } from '../../ledger/month.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

const DAY_MS = 86_400_000

/** '2026-10-31' → '2026-11-01' */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** Whether the books can be closed up to this day. Returns the last day that is closed. */
export async function requireClosable(
  sql: Reader,
  until: string,
  { at, zone }: { at: Date; zone: string },
): Promise<string | null> {
  if (until >= dayOf(new Date(at.getTime() - FINAL_AFTER_MS), zone)) throw new Refusal('day_not_over')
  const last = await closedUntil(sql)
  if (last !== null && until <= last) throw new Refusal('period_closed')
  return last
}
