import { OPTIONAL_PUSH_KINDS } from '#contract/notifications/notification-kinds.ts'
import type { PushChange } from '#contract/notifications/push.ts'
import type { Sql } from '../../platform/db/connection.ts'

/** What is not given stays: two pages that change different things don't undo each other. */
export async function changePreferences(sql: Sql, personId: string, { showAmounts, kinds }: PushChange): Promise<void> {
  const off = kinds && OPTIONAL_PUSH_KINDS.filter((kind) => !kinds[kind]).join(' ')
  await sql`
    insert into push_preferences as p (person_id, show_amounts, kinds_off)
    values (${personId}, ${showAmounts ?? false}, ${off ?? ''})
    on conflict (person_id) do update
    set show_amounts = coalesce(${showAmounts ?? null}, p.show_amounts), kinds_off = coalesce(${off ?? null}, p.kinds_off)`
}
