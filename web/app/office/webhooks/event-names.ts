import type { WebhookEvent } from '#contract/notifications/webhook-events.ts'
import { msg, type TextId } from '#contract/text-id.ts'

/** What each event means, beside its name in the API. */
export const EVENT_MEANINGS: Record<WebhookEvent, TextId> = {
  'transaction.created': msg('A transaction was made'),
  'transaction.completed': msg('The money of a transaction was booked'),
  'transaction.declined': msg('Staff declined a transaction'),
  'transaction.cancelled': msg('A customer cancelled a transfer'),
  'person.created': msg('A person registered'),
  'person.updated': msg('The status or email of a person changed'),
  'account.updated': msg('A savings account was opened, changed or closed'),
  'order.updated': msg('A scheduled payment was made, changed or ended'),
}
