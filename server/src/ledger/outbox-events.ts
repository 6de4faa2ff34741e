import type { Reader, Tx } from '../platform/db/connection.ts'

/** A notification that webhooks are sent for. */
export type OutboxEvent = {
  personId: string
  number: bigint
  kind: string
  data: Record<string, unknown>
  createdAt: Date
}

export async function hasOutboxEvents(sql: Reader): Promise<boolean> {
  return (await sql`select 1 from outbox where webhook limit 1`).length > 0
}

/**
 * Takes the next events in the order of each person. A person's notifications are numbered under the lock of their account,
 * so those before a visible one are visible too. The caller holds the lock of the publisher.
 */
export const takeOutboxEvents = (tx: Tx, limit: number) => tx<OutboxEvent[]>`
  with next as materialized (
    select person_id, number from outbox where webhook order by person_id, number limit ${limit} for update),
  taken as (
    update outbox o set webhook = null from next
    where o.person_id = next.person_id and o.number = next.number
    returning o.person_id, o.number, o.kind, o.data, o.created_at)
  select person_id as "personId", number, kind, data, created_at as "createdAt" from taken order by person_id, number`

/**
 * Takes notifications that may be pushed, and whom to. SKIP LOCKED: two servers take different ones. In the caller's transaction, which
 * stores what becomes of them.
 */
export const takePushes = (tx: Tx, limit: number) => tx<Omit<OutboxEvent, 'data'>[]>`
  with next as materialized (
    select person_id, number from outbox where push order by person_id, number limit ${limit} for update skip locked)
  update outbox o set push = null from next
  where o.person_id = next.person_id and o.number = next.number
  returning o.person_id as "personId", o.number, o.kind, o.created_at as "createdAt"`
