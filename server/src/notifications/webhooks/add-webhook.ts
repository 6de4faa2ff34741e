import { MAX_WEBHOOKS, type WebhookEvent } from '#contract/notifications/webhook-events.ts'
import { findAdministrators } from '../../authority/administrators.ts'
import { lockStaff } from '../../authority/own-account.ts'
import type { Deps } from '../../http/deps.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { urlProblem } from './addresses.ts'
import { encryptWebhookSecret, newSecret } from './signature.ts'
import { auditedUrl } from './store.ts'

type WebhookDeps = Pick<Deps, 'sql' | 'keys' | 'config'>

/** Every administrator is notified: from now on, others hear what customers do. */
export async function addWebhook(
  { sql, keys, config }: WebhookDeps,
  staff: StaffContext,
  given: { url: string; events: readonly WebhookEvent[] },
): Promise<{ _id: string; secret: string }> {
  if (urlProblem(given.url, config) !== null) throw new Refusal('webhook_url_refused')
  // As it will be requested: '127.1' is written as 127.0.0.1.
  const url = new URL(given.url).href
  const events = [...new Set(given.events)]
  const [id, secret] = [newIdAt(staff.at), newSecret()]
  await inTransaction(sql, async (tx) => {
    const admins = await findAdministrators(tx)
    await lockStaff(tx, staff, 'settings:change', admins)
    // The row of the publisher, so that two administrators can't exceed the limit together.
    await tx`select id from webhook_publisher where id = 1 for update`
    const existing = await tx`select 1 from webhooks`
    if (existing.length >= MAX_WEBHOOKS) throw new Refusal('webhook_limit')
    await tx`
      insert into webhooks (id, url, events, secret, created_by, created_at)
      values (${id}, ${url}, ${events.join(' ')}, ${encryptWebhookSecret(keys, id, secret)}, ${staff.actorId}, ${staff.at})`
    const after = { webhookId: id, url: auditedUrl(url), events: events.join(', ') }
    const data = { webhookId: id, host: new URL(url).host, actorId: staff.actorId }
    await record(tx, {
      auditEntries: [auditEntry(staff, { subjectId: null, action: 'webhook.added', before: {}, after })],
      notifications: admins.map((personId) => ({ personId, kind: 'webhook.added' as const, data, at: staff.at })),
    })
  })
  return { _id: id, secret }
}
