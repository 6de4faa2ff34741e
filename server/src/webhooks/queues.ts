import type { Sql, Tx } from '../db/connection.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { inTransaction } from '../db/transaction.ts'

/** One person's pending deliveries to one webhook, claimed by this server until the lease ends. */
export type Claim = { webhookId: string; personId: string; claims: bigint }

export type Delivery = { id: string; eventId: string; body: string; attempts: number; createdAt: Date }
export type Target = { url: string; secret: Buffer }

/** Longer than any server works on a claimed queue. */
export const LEASE_MS = 60_000

export type DueWebhook = { id: string; failures: number }

/** The webhooks that have something to send now. */
export const findDueWebhooks = (sql: Sql, at: Date) => sql<DueWebhook[]>`
  select w.id, w.failures from webhooks w
  where not w.paused and w.disabled_at is null and (
    exists (select 1 from webhook_queues q where q.webhook_id = w.id and q.due_at <= ${at})
    or exists (select 1 from webhook_deliveries d where d.webhook_id = w.id and d.resend_at <= ${at}))`

/** SKIP LOCKED: two servers claim different queues. */
export async function claimQueues(sql: Sql, webhookId: string, at: Date, limit: number): Promise<Claim[]> {
  const rows = await sql<{ person_id: string; claims: bigint }[]>`
    with due as materialized (
      select person_id from webhook_queues where webhook_id = ${webhookId} and due_at <= ${at}
      order by due_at limit ${limit} for update skip locked)
    update webhook_queues q set due_at = ${new Date(at.getTime() + LEASE_MS)}, claims = q.claims + 1
    from due where q.webhook_id = ${webhookId} and q.person_id = due.person_id
    returning q.person_id, q.claims`
  return rows.map(({ person_id, claims }) => ({ webhookId, personId: person_id, claims }))
}

/** What a member of staff wants to have sent again. */
export const claimResends = (sql: Sql, webhookId: string, at: Date, limit: number) => sql<Delivery[]>`
  with due as materialized (
    select id from webhook_deliveries where webhook_id = ${webhookId} and resend_at <= ${at}
    order by resend_at limit ${limit} for update skip locked)
  update webhook_deliveries d set resend_at = ${new Date(at.getTime() + LEASE_MS)}
  from due where d.id = due.id
  returning d.id, d.event_id as "eventId", d.body, d.attempts, d.created_at as "createdAt"`

/** Null: the webhook is paused, disabled or deleted. */
export async function readTarget(sql: Sql, webhookId: string): Promise<Target | null> {
  const [row] = await sql<Target[]>`
    select url, secret from webhooks where id = ${webhookId} and not paused and disabled_at is null`
  return row ?? null
}

/** The first pending delivery: the later ones wait for it. */
export async function readFirst(sql: Sql, { webhookId, personId }: Claim): Promise<Delivery | null> {
  const [row] = await sql<Delivery[]>`
    select id, event_id as "eventId", body, attempts, created_at as "createdAt" from webhook_deliveries
    where webhook_id = ${webhookId} and person_id = ${personId} and state = 'pending'
    order by number, part limit 1`
  return row ?? null
}

/** Locks the queue. False: the lease ended and another server has claimed it since. */
export async function lockClaim(tx: Tx, { webhookId, personId, claims }: Claim): Promise<boolean> {
  const rows = await tx`
    select 1 from webhook_queues where webhook_id = ${webhookId} and person_id = ${personId} and claims = ${claims}
    for update`
  return rows.length > 0
}

/** Gives the queue back: due again at this time. */
export async function release(sql: Sql | Tx, { webhookId, personId, claims }: Claim, dueAt: Date): Promise<void> {
  await sql`
    update webhook_queues set due_at = ${dueAt}
    where webhook_id = ${webhookId} and person_id = ${personId} and claims = ${claims}`
}

/** Deletes the queue if nothing is pending. Looks under lock, because events may have been added meanwhile. */
export const deleteEmpty = (sql: Sql, claim: Claim, at: Date) =>
  inTransaction(sql, async (tx) => {
    if (!(await lockClaim(tx, claim))) return
    const { webhookId, personId } = claim
    const pending = await tx`
      select 1 from webhook_deliveries
      where webhook_id = ${webhookId} and person_id = ${personId} and state = 'pending' limit 1`
    if (pending.length > 0) await release(tx, claim, at)
    else await tx`delete from webhook_queues where webhook_id = ${webhookId} and person_id = ${personId}`
  })

/** Queues of deleted webhooks go too. */
export async function deleteDeliveriesBefore(sql: Sql, before: Date): Promise<number> {
  await sql`delete from webhook_queues q where not exists (select 1 from webhooks w where w.id = q.webhook_id)`
  return deleteInBatches(
    (rows) => sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where created_at < ${before} order by created_at limit ${rows})`,
  )
}
