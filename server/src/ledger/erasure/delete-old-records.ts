import type { Sql, TimeInSql } from '../../platform/db/connection.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'

/** The transaction itself stays; the same key would then make a new one. */
export const deleteIdempotencyKeysBefore = (sql: Sql, before: TimeInSql): Promise<number> =>
  deleteInBatches(
    (rows) => sql`
      with old as materialized (
        select person_id, route, key from idempotency where created_at < ${before} limit ${rows})
      delete from idempotency i using old where i.person_id = old.person_id and i.route = old.route and i.key = old.key`,
  )

/** Not what still has to be sent by email, to webhooks or to devices. Numbers go on from the account's, so that a stream misses nothing. */
export const deleteNotificationsBefore = (sql: Sql, before: TimeInSql): Promise<number> =>
  deleteInBatches(
    (rows) => sql`
      with old as materialized (
        select person_id, number from outbox where created_at < ${before} and mail_at is null and webhook is not true and push is not true limit ${rows}
        for update skip locked)
      delete from outbox o using old where o.person_id = old.person_id and o.number = old.number`,
  )
