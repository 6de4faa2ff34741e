import type { Sql, TimeInSql, Tx } from '../../platform/db/connection.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/** One person's pending deliveries to one webhook, claimed by this server until the lease ends. */
export type Claim = { webhookId: string; personId: string; claims: bigint }

export type Delivery = { id: string; eventId: string; body: string; attempts: number }
export type Target = { url: string; secret: Buffer }

/** Longer than any server works on a claimed queue. */
export const LEASE_MS = 60_000

/** Longer than the longest pause. */
const MAX_PAUSE_MS = 9 * 3_600_000

export type DueWebhook = { id: string; backoff: number }

const isDue = (sql: Sql, at: Date) => sql`due_at <= ${at} and (claimed_until is null or claimed_until <= ${at})`
/** A later retry was set by a clock that was wrong. */
const mayRetry = (sql: Sql, at: Date) => sql`
  (backoff = 0 or retry_at is null or retry_at <= ${at} or retry_at > ${new Date(at.getTime() + MAX_PAUSE_MS)})`

/** The webhooks that have something to send now. What staff want to have sent again does not wait for a retry. */
export const findDueWebhooks = (sql: Sql, at: Date) => sql<DueWebhook[]>`
  select w.id, w.backoff from webhooks w
  where not w.paused and w.disabled_at is null and (
    (${mayRetry(sql, at)} and exists (select 1 from webhook_queues q where q.webhook_id = w.id and ${isDue(sql, at)}))
    or exists (select 1 from webhook_deliveries d where d.webhook_id = w.id and d.resend_at <= ${at}))`

/** Of a webhook that fails: one server tries one queue. If that server dies, another one follows after the lease. */
export async function claimRetry(sql: Sql, webhookId: string, at: Date): Promise<boolean> {
  const { count } = await sql`
    update webhooks set retry_at = ${new Date(at.getTime() + LEASE_MS)}
    where id = ${webhookId} and backoff > 0 and ${mayRetry(sql, at)}`
  return count > 0
}

/** The longest due first. SKIP LOCKED: two servers claim different queues. */
export async function claimQueues(sql: Sql, webhookId: string, at: Date, limit: number): Promise<Claim[]> {
  const rows = await sql<{ person_id: string; claims: bigint }[]>`
    with due as materialized (
      select person_id from webhook_queues where webhook_id = ${webhookId} and ${isDue(sql, at)}
      order by due_at limit ${limit} for update skip locked)
    update webhook_queues q set claimed_until = ${new Date(at.getTime() + LEASE_MS)}, claims = q.claims + 1
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
  returning d.id, d.event_id as "eventId", d.body, d.attempts`

/** Null: the webhook is paused, disabled or deleted. */
export async function readTarget(sql: Sql, webhookId: string): Promise<Target | null> {
  const [row] = await sql<Target[]>`
    select url, secret from webhooks where id = ${webhookId} and not paused and disabled_at is null`
  return row ?? null
}

/** The first pending delivery: the later ones wait for it. */
export async function readFirst(sql: Sql, { webhookId, personId }: Claim): Promise<Delivery | null> {
  const [row] = await sql<Delivery[]>`
    select id, event_id as "eventId", body, attempts from webhook_deliveries
    where webhook_id = ${webhookId} and person_id = ${personId} and state = 'pending'
    order by number, part limit 1`
  return row ?? null
}

type LockedQueue = { isFailing: boolean; isOverdue: boolean }

/**
 * Locks the queue. Null: the lease ended and another server has claimed it since. Three days are counted by the database's clock,
 * so that a jump of a server's clock gives nothing up.
 */
export async function lockClaim(tx: Tx, { webhookId, personId, claims }: Claim): Promise<LockedQueue | null> {
  const [row] = await tx<LockedQueue[]>`
    select failing_since is not null as "isFailing",
      coalesce(failing_since <= ${tx.now()} - interval '3 days', false) as "isOverdue"
    from webhook_queues where webhook_id = ${webhookId} and person_id = ${personId} and claims = ${claims} for update`
  return row ?? null
}

/** The three days of the first delivery start with its first failure. The queue must be locked. */
export async function setFailing(tx: Tx, { webhookId, personId }: Claim, isFailing: boolean): Promise<void> {
  await tx`
    update webhook_queues set failing_since = ${isFailing ? tx.now() : tx`null`}
    where webhook_id = ${webhookId} and person_id = ${personId}`
}

/** Gives the queue back: due again at this time. */
export async function release(sql: Sql | Tx, { webhookId, personId, claims }: Claim, dueAt: Date): Promise<void> {
  await sql`
    update webhook_queues set due_at = ${dueAt}, claimed_until = null
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

/** Deletes old deliveries; pending ones, and their queues, only of deleted webhooks. */
export async function deleteDeliveriesBefore(sql: Sql, before: TimeInSql): Promise<number> {
  await sql`delete from webhook_queues q where not exists (select 1 from webhooks w where w.id = q.webhook_id)`
  return deleteInBatches(
    (rows) => sql`
      delete from webhook_deliveries where id in (
        select d.id from webhook_deliveries d
        where d.created_at < ${before}
          and (d.state <> 'pending' or not exists (select 1 from webhooks w where w.id = d.webhook_id))
        order by d.created_at limit ${rows})`,
  )
}
