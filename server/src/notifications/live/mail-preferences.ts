import { OPTIONAL_MAIL_KINDS } from '#contract/notifications/notification-kinds.ts'
import type { MailPreferences } from '#contract/notifications/notifications.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/** Every email is on by default: only opt-outs are stored. */
export async function readMailPreferences(sql: Reader, personId: string): Promise<MailPreferences> {
  const rows = await sql<{ topic: string }[]>`select topic from mail_opt_outs where person_id = ${personId}`
  const off = new Set(rows.map(({ topic }) => topic))
  return Object.fromEntries(OPTIONAL_MAIL_KINDS.map((kind) => [kind, !off.has(kind)])) as MailPreferences
}

export async function updateMailPreferences(
  sql: Sql,
  personId: string,
  preferences: MailPreferences,
): Promise<MailPreferences> {
  const off = OPTIONAL_MAIL_KINDS.filter((kind) => !preferences[kind])
  await inTransaction(sql, async (tx) => {
    await tx`delete from mail_opt_outs where person_id = ${personId} and topic <> all(${off}::text[])`
    await tx`
      insert into mail_opt_outs (person_id, topic) select ${personId}, topic from unnest(${off}::text[]) as t (topic)
      on conflict do nothing`
  })
  return preferences
}
