import { OPTIONAL_PUSH_KINDS } from '#contract/notifications/notification-kinds.ts'
import type { PushDevice, PushKinds } from '#contract/notifications/push.ts'
import type { Reader } from '../../platform/db/connection.ts'

export type PushDeviceRow = { id: string; session_id: string; user_agent: string; created_at: Date }

export const selectDevices = (sql: Reader, personId: string) => sql<PushDeviceRow[]>`
  select id, session_id, user_agent, created_at from push_devices where person_id = ${personId} order by created_at, id`

/** Without endpoint and keys: a thief with a stolen session must not learn the endpoint, which renewing a device asks for. */
export const toPushDevice = (row: PushDeviceRow, sessionId: string): PushDevice => ({
  _id: row.id,
  userAgent: row.user_agent,
  createdAt: row.created_at.toISOString(),
  current: row.session_id === sessionId,
})

type PreferencesRow = { show_amounts: boolean; kinds_off: string }

/** Everything is on by default, except amounts. */
export async function readPreferences(
  sql: Reader,
  personId: string,
): Promise<{ showAmounts: boolean; kinds: PushKinds }> {
  const [row] = await sql<PreferencesRow[]>`
    select show_amounts, kinds_off from push_preferences where person_id = ${personId}`
  const off = new Set(row?.kinds_off.split(' '))
  return {
    showAmounts: row?.show_amounts ?? false,
    kinds: Object.fromEntries(OPTIONAL_PUSH_KINDS.map((kind) => [kind, !off.has(kind)])) as PushKinds,
  }
}
