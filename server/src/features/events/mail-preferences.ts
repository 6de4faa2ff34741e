import { OPTIONAL_MAIL_KINDS } from '#contract/notification-kinds.ts'
import type { MailPreferences } from '#contract/notifications.ts'
import type { Reader, Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'

/** Everything is on until it is switched off: only what is off is kept. */
export async function readMailPreferences(sql: Reader, personId: string): Promise<MailPreferences> {
  const rows = await sql<{ topic: string }[]>`select topic from mail_opt_outs where person_id = ${personId}`
  const off = new Set(rows.map(({ topic }) => topic))
  return Object.fromEntries(OPTIONAL_MAIL_KINDS.map((topic) => [topic, !off.has(topic)])) as MailPreferences
}

export async function updateMailPreferences(
  sql: Sql,
  personId: string,
  chosen: MailPreferences,
): Promise<MailPreferences> {
  const off = OPTIONAL_MAIL_KINDS.filter((topic) => !chosen[topic])
  await inTransaction(sql, async (tx) => {
    await tx`delete from mail_opt_outs where person_id = ${personId} and topic <> all(${off}::text[])`
    await tx`
      insert into mail_opt_outs (person_id, topic) select ${personId}, topic from unnest(${off}::text[]) as t (topic)
      on conflict do nothing`
  })
  return chosen
}
