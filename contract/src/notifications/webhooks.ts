import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, verbatimText } from '../fields.ts'
import { idCursor, pageLimit } from '../paging.ts'
import { DELIVERY_STATUSES, DISABLED_AFTER_FAILURES, WEBHOOK_EVENTS, WEBHOOK_STATUSES } from './webhook-events.ts'

const MESSAGE_ID = 'msg_019a85b1-1a2b-7c3d-8e4f-5a6b7c8d9e0f'
const URL_TEXT = 'Enter an address such as https://example.com/hooks, without user name, password and #.'
/** Names in ASCII: an international domain is written as its xn-- form. */
const URL_RULE =
  /^https?:\/\/(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?(?:[/?][!$-;=?-Z_a-z~]*)?$/
const EVENTS_TEXT = 'Choose at least one event.'

const webhookEvent = z.enum(WEBHOOK_EVENTS, { error: `An event is one of ${WEBHOOK_EVENTS.join(', ')}.` })

const exampleWebhook = {
  _id: EXAMPLES.webhook,
  url: 'https://ledger.example.com/hooks',
  events: ['transaction.created', 'transaction.completed'] as (typeof WEBHOOK_EVENTS)[number][],
  status: 'active' as const,
  failures: 0,
  pending: 2,
  disabledAt: null,
  createdAt: '2026-01-05T15:04:00.000Z',
  createdBy: { _id: '0198c1a0-11aa-7000-8000-6d1c2b3a4f5e', fullName: 'Grace Admin' },
}

export const webhook = z
  .object({
    _id: z.uuid(),
    url: verbatimText,
    events: z.array(webhookEvent),
    status: z
      .enum(WEBHOOK_STATUSES)
      .meta({ description: `\`disabled\`: by the bank, after ${DISABLED_AFTER_FAILURES} failures in a row.` }),
    failures: z.int().meta({ description: 'Attempts that failed since the last one that succeeded.' }),
    pending: z.int().meta({ description: 'Deliveries that are not sent yet, at most 1000.' }),
    disabledAt: isoTime.nullable(),
    createdAt: isoTime,
    createdBy: z.object({ _id: z.uuid(), fullName: verbatimText }),
  })
  .meta({ id: 'Webhook', examples: [exampleWebhook] })
export type Webhook = z.infer<typeof webhook>

const exampleDelivery = {
  _id: EXAMPLES.webhook,
  messageId: MESSAGE_ID,
  event: 'transaction.completed' as const,
  status: 'pending' as const,
  attempts: 1,
  response: 503,
  error: 'HTTP 503',
  createdAt: '2026-01-05T15:04:00.000Z',
  attemptedAt: '2026-01-05T15:04:01.000Z',
  nextAttemptAt: '2026-01-05T15:04:06.000Z',
  userId: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
}

export const webhookDelivery = z
  .object({
    _id: z.uuid(),
    messageId: z
      .string()
      .meta({ description: 'The header `webhook-id`: `msg_` and a UUID, the same for every attempt.' }),
    event: webhookEvent,
    status: z.enum(DELIVERY_STATUSES).meta({ description: '`failed`: given up after failing for three days.' }),
    attempts: z.int(),
    response: z.int().nullable().meta({ description: 'HTTP status of the last response; null: there was none.' }),
    error: z.string().meta({ description: 'Why the last attempt failed; empty if it did not.' }),
    createdAt: isoTime,
    attemptedAt: isoTime.nullable(),
    nextAttemptAt: isoTime
      .nullable()
      .meta({ description: 'Of a pending delivery whose turn it is, and of one that is sent again by hand.' }),
    userId: z.uuid().meta({ description: 'Events of one person are sent in order.' }),
  })
  .meta({ id: 'WebhookDelivery', examples: [exampleDelivery] })
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/admin/webhooks',
  policy: 'settings:change',
  apiOnly: true,
  tag: 'Webhooks',
  summary: 'All webhooks',
  description: 'Oldest first. Secrets are shown once, when a webhook is added.',
  success: { status: 200, body: z.array(webhook) },
})

export const addWebhook = endpoint({
  method: 'POST',
  path: '/admin/webhooks',
  policy: 'settings:change',
  fresh: true,
  apiOnly: true,
  tag: 'Webhooks',
  summary: 'Add a webhook',
  description: `Every event from now on is sent to the address, signed as the Standard Webhooks specification says. The secret is shown
once. The address has to be public and https, unless the bank's configuration (\`WEBHOOK_ALLOW\`) names it.`,
  body: z.strictObject({
    url: z.string({ error: URL_TEXT }).max(500, URL_TEXT).regex(URL_RULE, URL_TEXT),
    events: z
      .array(webhookEvent, { error: EVENTS_TEXT })
      .min(1, EVENTS_TEXT)
      .max(WEBHOOK_EVENTS.length, 'Name each event once.')
      .meta({ description: 'Each at most once.' }),
  }),
  example: { body: { url: exampleWebhook.url, events: exampleWebhook.events } },
  success: {
    status: 201,
    body: z
      .object({
        _id: z.uuid(),
        secret: verbatimText.meta({ description: 'The key of the signatures, with the prefix `whsec_`. Shown once.' }),
      })
      .meta({
        id: 'WebhookSecret',
        examples: [{ _id: EXAMPLES.webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }],
      }),
  },
  refusals: ['webhook_url_refused', 'webhook_limit'],
})

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/admin/webhooks/:id',
  policy: 'settings:change',
  fresh: true,
  apiOnly: true,
  tag: 'Webhooks',
  summary: 'Pause or resume a webhook',
  description:
    'Events that happen meanwhile are kept and sent when it is resumed. Resuming also enables one that the bank disabled.',
  params: z.strictObject({ id }),
  body: z.strictObject({ paused: z.boolean({ error: 'Say whether it is paused: true or false.' }) }),
  example: { params: { id: EXAMPLES.webhook }, body: { paused: true } },
  success: { status: 200, body: webhook },
  refusals: ['not_found'],
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/admin/webhooks/:id',
  policy: 'settings:change',
  fresh: true,
  apiOnly: true,
  tag: 'Webhooks',
  summary: 'Delete a webhook',
  description: 'Pending deliveries are not sent any more.',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.webhook } },
  success: { status: 204, body: null },
  refusals: ['not_found'],
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/admin/webhooks/:id/deliveries',
  policy: 'settings:change',
  apiOnly: true,
  tag: 'Webhooks',
  summary: 'Deliveries of a webhook, newest first',
  description: 'Of the last thirty days, and all that are pending.',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.webhook } },
  query: z.strictObject({
    status: z.enum(DELIVERY_STATUSES, { error: `The status is ${DELIVERY_STATUSES.join(', ')}.` }).optional(),
    limit: pageLimit(20, 100),
    cursor: idCursor,
  }),
  success: { status: 200, body: z.array(webhookDelivery), headers: ['Link'] },
  refusals: ['not_found'],
})

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/admin/webhooks/:id/deliveries/:deliveryId/resend',
  policy: 'settings:change',
  fresh: true,
  apiOnly: true,
  tag: 'Webhooks',
  summary: 'Send an event again',
  description: `With the same \`webhook-id\`. A delivered or failed one is sent once more, beside the order of its person; for a pending
one the first pending delivery of its person is tried now.`,
  params: z.strictObject({ id, deliveryId: id }),
  example: { params: { id: EXAMPLES.webhook, deliveryId: EXAMPLES.webhookDelivery } },
  success: { status: 202, body: webhookDelivery },
  refusals: ['not_found', 'webhook_not_active'],
})

const exampleTransaction = {
  _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
  userId: '0198c1a0-11aa-7000-8000-6d1c2b3a4f5e',
  accountId: '0198c1a0-11aa-7000-8000-6d1c2b3a4f5e',
  type: 'Deposit' as const,
  status: 'Completed' as const,
  reverses: null,
}

/** Ids and state: a receiver reads the rest from the API, with its own permissions. */
export const webhookData = {
  transaction: z
    .object({
      _id: z.uuid(),
      userId: z.uuid(),
      accountId: z.uuid(),
      type: z.enum(['Deposit', 'Transfer']),
      status: z.enum(['Pending', 'Completed', 'Declined']),
      reverses: z.uuid().nullable().meta({ description: 'The transaction that this one reverses or returns.' }),
    })
    .meta({ examples: [exampleTransaction] }),
  person: z
    .object({ _id: z.uuid(), status: z.enum(['Active', 'Pending', 'Frozen', 'Closed']) })
    .meta({ examples: [{ _id: exampleTransaction.userId, status: 'Active' }] }),
  account: z.object({ _id: z.uuid(), userId: z.uuid(), status: z.enum(['open', 'closed']) }).meta({
    examples: [{ _id: exampleTransaction.accountId, userId: exampleTransaction.userId, status: 'open' }],
  }),
  order: z
    .object({ _id: z.uuid(), userId: z.uuid(), status: z.enum(['active', 'paused', 'ended', 'deleted']) })
    .meta({ examples: [{ _id: EXAMPLES.webhook, userId: exampleTransaction.userId, status: 'active' }] }),
} as const
