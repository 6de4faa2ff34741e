import type { DeliveryStatus, WebhookEvent, WebhookStatus } from '#contract/notifications/webhook-events.ts'
import type { Webhook, WebhookDelivery } from '#contract/notifications/webhooks.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { messageIdOf } from './signature.ts'

export type WebhookRow = {
  id: string
  url: string
  events: string
  paused: boolean
  disabled_at: Date | null
  failures: number
  created_at: Date
  created_by: string
  creator: string
  pending: number
}

const MAX_COUNTED = 1000

/** One, or all of them. */
export const selectWebhooks = (sql: Reader, id?: string) => sql<WebhookRow[]>`
  select w.id, w.url, w.events, w.paused, w.disabled_at, w.failures, w.created_at, w.created_by, p.full_name as creator,
    (select count(*)::int from (
      select 1 from webhook_deliveries d where d.webhook_id = w.id and d.state = 'pending' limit ${MAX_COUNTED}) as pending
    ) as pending
  from webhooks w join people p on p.id = w.created_by
  where ${id === undefined ? sql`true` : sql`w.id = ${id}`} order by w.created_at, w.id`

export const toWebhook = (row: WebhookRow): Webhook => ({
  _id: row.id,
  url: row.url,
  events: row.events.split(' ') as WebhookEvent[],
  status: statusOf(row),
  failures: row.failures,
  pending: row.pending,
  disabledAt: row.disabled_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  createdBy: { _id: row.created_by, fullName: row.creator },
})

/** For the audit log: receivers keep secrets in the query. */
export function auditedUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

export const statusOf = ({ paused, disabled_at }: Pick<WebhookRow, 'paused' | 'disabled_at'>): WebhookStatus =>
  disabled_at ? 'disabled' : paused ? 'paused' : 'active'

export type DeliveryRow = {
  id: string
  event_id: string
  event: WebhookEvent
  person_id: string
  state: DeliveryStatus
  attempts: number
  created_at: Date
  attempted_at: Date | null
  response: number | null
  error: string
  resend_at: Date | null
  due_at: Date | null
}

type Selection = { id?: string; status?: DeliveryStatus | undefined; cursor?: string | undefined; rows: number }

/** `due_at` of a pending delivery that is the first of its person. */
export const selectDeliveries = (sql: Reader, webhookId: string, { id, status, cursor, rows }: Selection) =>
  sql<DeliveryRow[]>`
    select d.id, d.event_id, d.event, d.person_id, d.state, d.attempts, d.created_at, d.attempted_at, d.response, d.error,
      d.resend_at, case when d.state = 'pending' and not exists (
        select 1 from webhook_deliveries earlier
        where earlier.webhook_id = d.webhook_id and earlier.person_id = d.person_id and earlier.state = 'pending'
          and (earlier.number, earlier.part) < (d.number, d.part)) then q.due_at end as due_at
    from webhook_deliveries d
    left join webhook_queues q on q.webhook_id = d.webhook_id and q.person_id = d.person_id
    where d.webhook_id = ${webhookId} and ${id === undefined ? sql`true` : sql`d.id = ${id}`}
      and ${status === undefined ? sql`true` : sql`d.state = ${status}`}
      and ${cursor === undefined ? sql`true` : sql`d.id < ${cursor}`}
    order by d.id desc limit ${rows}`

export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  _id: row.id,
  messageId: messageIdOf(row.event_id),
  event: row.event,
  status: row.state,
  attempts: row.attempts,
  response: row.response,
  error: row.error,
  createdAt: row.created_at.toISOString(),
  attemptedAt: row.attempted_at?.toISOString() ?? null,
  nextAttemptAt: (row.resend_at ?? row.due_at)?.toISOString() ?? null,
  userId: row.person_id,
})
