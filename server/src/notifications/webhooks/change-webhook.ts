import type { Webhook, WebhookDelivery } from '#contract/notifications/webhooks.ts'
import { lockStaff } from '../../authority/own-account.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { Reader, Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import {
  auditedUrl,
  selectDeliveries,
  selectWebhooks,
  statusOf,
  toDelivery,
  toWebhook,
  type WebhookRow,
} from './store.ts'

/** Resuming starts at zero failures, and at once: what the other side repaired should not wait for hours. */
export const setPaused = (sql: Sql, staff: StaffContext, id: string, paused: boolean): Promise<Webhook> =>
  inTransaction(sql, async (tx) => {
    const before = await lockWebhook(tx, staff, id)
    const isAsWanted = paused ? before.paused : statusOf(before) === 'active'
    if (isAsWanted) return toWebhook(before)
    if (paused) await tx`update webhooks set paused = true where id = ${id}`
    else await resume(tx, id, staff.at)
    const after = await requireWebhook(tx, id)
    await recordAct(tx, staff, paused ? 'webhook.paused' : 'webhook.resumed', {
      before: { status: statusOf(before) },
      after: { webhookId: id, url: auditedUrl(before.url), status: statusOf(after) },
    })
    return toWebhook(after)
  })

async function resume(tx: Tx, id: string, at: Date): Promise<void> {
  await tx`
    update webhooks set paused = false, disabled_at = null, failures = 0, backoff = 0, retry_at = null, failed_for = null
    where id = ${id}`
  // The three days start again: while it was paused or disabled, nothing was tried.
  await tx`
    update webhook_queues set due_at = least(due_at, ${at}), failing_since = null
    where webhook_id = ${id} and (due_at > ${at} or failing_since is not null)`
}

/** Makes the queue of a person the next one, now. If a server has claimed it, the claim stays. */
async function makeDue(tx: Tx, webhookId: string, personId: string, at: Date): Promise<void> {
  await tx`update webhooks set retry_at = null where id = ${webhookId} and retry_at is not null`
  await tx`
    update webhook_queues set due_at = least(${at}::timestamptz, (
      select min(due_at) - interval '1 millisecond' from webhook_queues where webhook_id = ${webhookId}))
    where webhook_id = ${webhookId} and person_id = ${personId}`
}

export const deleteWebhook = (sql: Sql, staff: StaffContext, id: string): Promise<void> =>
  inTransaction(sql, async (tx) => {
    const webhook = await lockWebhook(tx, staff, id)
    const [url, events] = [auditedUrl(webhook.url), webhook.events]
    await tx`delete from webhooks where id = ${id}`
    await recordAct(tx, staff, 'webhook.deleted', { before: { url, events }, after: { webhookId: id, url } })
  })

export const resendDelivery = (sql: Sql, staff: StaffContext, id: string, deliveryId: string) =>
  inTransaction(sql, async (tx): Promise<WebhookDelivery> => {
    const webhook = await lockWebhook(tx, staff, id)
    const read = async () => (await selectDeliveries(tx, id, { id: deliveryId, rows: 1 }))[0]
    const delivery = await read()
    if (!delivery) throw new Refusal('not_found')
    if (statusOf(webhook) !== 'active') throw new Refusal('webhook_not_active')
    if (delivery.state === 'pending') await makeDue(tx, id, delivery.person_id, staff.at)
    else await tx`update webhook_deliveries set resend_at = coalesce(resend_at, ${staff.at}) where id = ${deliveryId}`
    const after = { webhookId: id, url: auditedUrl(webhook.url), event: delivery.event, deliveryId }
    await recordAct(tx, staff, 'webhook.resent', { before: {}, after })
    return toDelivery((await read()) ?? delivery)
  })

/** Under the lock of the actor. A webhook that is being disabled is waited for. */
async function lockWebhook(tx: Tx, staff: StaffContext, id: string): Promise<WebhookRow> {
  await lockStaff(tx, staff, 'settings:change', [])
  await tx`select id from webhooks where id = ${id} for update`
  return requireWebhook(tx, id)
}

export async function requireWebhook(sql: Reader, id: string): Promise<WebhookRow> {
  const [row] = await selectWebhooks(sql, id)
  if (!row) throw new Refusal('not_found')
  return row
}

const recordAct = (tx: Tx, staff: StaffContext, action: string, change: { before: object; after: object }) =>
  record(tx, { auditEntries: [auditEntry(staff, { subjectId: null, action, ...change })] })
