import { v7 } from 'uuid'
import type { WebhookEvent } from '#contract/notifications/webhook-events.ts'
import { hasOutboxEvents, takeOutboxEvents } from '../../ledger/outbox-events.ts'
import { column } from '../../platform/db/arrays.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { type PersonEvent, toPersonEvents } from './events.ts'

const BATCH_SIZE = 200

/**
 * Takes events from the outbox and makes a delivery of each for every webhook that wants it. True when there may be more. One
 * server at a time, so that no later event of a person is visible before an earlier one.
 */
export async function publishEvents(sql: Sql, at: Date): Promise<boolean> {
  if (!(await hasOutboxEvents(sql))) return false
  return inTransaction(sql, async (tx) => {
    const locked = await tx`select id from webhook_publisher where id = 1 for update skip locked`
    if (locked.length === 0) return false
    const taken = await takeOutboxEvents(tx, BATCH_SIZE)
    const webhooks = await tx<{ id: string; events: string }[]>`select id, events from webhooks order by id`
    const events = await toPersonEvents(tx, taken)
    let count = 0
    // Counted, so that ids of one millisecond sort in the order of the events: lists are sorted by id.
    const nextId = () => v7({ msecs: at.getTime(), seq: count++ })
    const deliveries = events.flatMap((event) => {
      const eventId = newIdAt(at)
      const wanting = webhooks.filter((webhook) => webhook.events.split(' ').includes(event.event))
      return wanting.map(({ id: webhookId }) => ({ ...event, id: nextId(), eventId, webhookId }))
    })
    if (deliveries.length > 0) await insertDeliveries(tx, deliveries, at)
    return taken.length === BATCH_SIZE
  })
}

type NewDelivery = PersonEvent & { id: string; eventId: string; webhookId: string }

const bodyOf = ({ event, at, data }: { event: WebhookEvent; at: Date; data: object }) =>
  JSON.stringify({ type: event, timestamp: at.toISOString(), data })

async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[], at: Date): Promise<void> {
  await tx`
    insert into webhook_deliveries (id, webhook_id, event_id, event, person_id, number, part, body, created_at)
    select d.*, ${at}::timestamptz from unnest(
      ${column(rows, (row) => row.id)}::uuid[], ${column(rows, (row) => row.webhookId)}::uuid[],
      ${column(rows, (row) => row.eventId)}::uuid[], ${column(rows, (row) => row.event)}::text[],
      ${column(rows, (row) => row.personId)}::uuid[], ${column(rows, (row) => row.number)}::bigint[],
      ${column(rows, (row) => row.part)}::int[], ${column(rows, bodyOf)}::text[]) as d`
  // Locks an existing queue: the server that finds it empty and deletes it then sees these deliveries, or this row is new.
  await tx`
    insert into webhook_queues as q (webhook_id, person_id, due_at)
    select distinct d.webhook_id, d.person_id, ${at}::timestamptz from unnest(
      ${column(rows, (row) => row.webhookId)}::uuid[], ${column(rows, (row) => row.personId)}::uuid[])
      as d (webhook_id, person_id)
    order by 1, 2
    on conflict (webhook_id, person_id) do update set due_at = q.due_at`
}
