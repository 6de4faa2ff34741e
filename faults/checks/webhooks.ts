import type { Sql } from '#server/platform/db/connection.ts'
import type { History } from '../history.ts'
import type { WebhookReceiver } from '../webhook-receiver.ts'
import { waitUntilSent } from './wait-until-sent.ts'

export type Deliveries = {
  /** Notifications that no delivery was made of. */
  unpublished: number
  /** In the order of each person. */
  deliveries: { event_id: string; person_id: string; event: string; state: string }[]
}

/** Waits until everything is sent: the pauses after failures, and the leases of killed servers, are cut short. */
export async function readDeliveries(sql: Sql): Promise<Deliveries> {
  await waitUntilSent(async () => {
    await sql`
      update webhook_queues set due_at = now() - interval '60 days', claimed_until = null
      where due_at > now() or claimed_until > now()`
    await sql`update webhooks set retry_at = null where retry_at > now()`
    const [open] = await sql<{ count: number }[]>`
      select ((select count(*) from webhook_deliveries where state = 'pending')
        + (select count(*) from outbox where webhook))::int as count`
    return open?.count ?? 0
  })
  const [unpublished] = await sql<{ count: number }[]>`select count(*)::int as count from outbox where webhook`
  return {
    unpublished: unpublished?.count ?? 0,
    deliveries: await sql<Deliveries['deliveries']>`
      select event_id, person_id, event, state from webhook_deliveries order by person_id, number, part`,
  }
}

/** Every event arrived at least once, those of a person in order; what is noted as delivered was accepted. */
export function checkWebhooks(
  history: History,
  { unpublished, deliveries }: Deliveries,
  { accepted, forged }: Pick<WebhookReceiver, 'accepted' | 'forged'>,
): void {
  const report = (description: string) => history.report('webhooks', description)
  if (unpublished > 0) report(`${unpublished} notifications were not published`)
  for (const id of forged) report(`The signature of ${id} was wrong`)
  const firstAt = new Map<string, number>()
  for (const [index, id] of accepted.entries()) if (!firstAt.has(id)) firstAt.set(id, index)
  const latest = new Map<string, { at: number; id: string }>()
  for (const { event_id: id, person_id, event, state } of deliveries) {
    const at = firstAt.get(id)
    if (state === 'pending') report(`${event} ${id} was not delivered`)
    if (state === 'delivered' && at === undefined) report(`${event} ${id} is noted as delivered but never arrived`)
    if (at === undefined) continue
    const before = latest.get(person_id)
    if (before && before.at > at) report(`${event} ${id} arrived before ${before.id}, which happened earlier`)
    if (!before || before.at < at) latest.set(person_id, { at, id })
  }
}
