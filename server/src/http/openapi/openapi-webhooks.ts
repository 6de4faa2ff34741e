import { z } from 'zod'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#contract/notifications/webhook-events.ts'
import { webhookData } from '#contract/notifications/webhooks.ts'

const SUMMARIES: Record<WebhookEvent, string> = {
  'transaction.created': 'A deposit, transfer or adjustment was made; it is Pending, or completed at once.',
  'transaction.completed': 'The money was posted.',
  'transaction.declined': 'Staff declined it.',
  'transaction.cancelled': 'The customer cancelled it; its status is Declined.',
  'person.created': 'A person registered.',
  'person.updated': 'The status or the email address of a person changed, or the address was confirmed.',
  'account.updated': 'A savings account was opened, changed or closed.',
  'order.updated': 'A scheduled payment was made, changed, paused, resumed, ended or deleted.',
}

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
})

const PARAMETERS = [
  header(
    'webhook-id',
    'The same whenever this event is sent again: ignore what you have handled.',
    'msg_019a85b1-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  ),
  header('webhook-timestamp', 'Seconds since 1970, of this attempt. Refuse old ones.', '1767625440'),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of id, timestamp and body, joined by dots, as base64.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

/** The requests that the bank sends, for the `webhooks` of the OpenAPI document. */
export const describeWebhooks = () =>
  Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, { post: describeEvent(event) }]))

function describeEvent(event: WebhookEvent) {
  const data = webhookData[event.split('.')[0] as keyof typeof webhookData]
  const { $schema: _, ...schema } = z.toJSONSchema(data) as Record<string, unknown>
  const [example] = (data.meta()?.examples ?? []) as object[]
  return {
    tags: ['Webhooks'],
    operationId: `webhook ${event}`.replace(/[ .](\w)/g, (_match, letter: string) => letter.toUpperCase()),
    summary: SUMMARIES[event],
    security: [],
    parameters: PARAMETERS,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['type', 'timestamp', 'data'],
            properties: {
              type: { type: 'string', const: event },
              timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
              data: schema,
            },
            additionalProperties: false,
          },
          example: { type: event, timestamp: '2026-01-05T15:04:00.000Z', data: example },
        },
      },
    },
    responses: {
      '2XX': { description: 'The event is delivered.' },
      '410': { description: 'The webhook is disabled.' },
      default: { description: 'The event is sent again later, with growing pauses, for three days.' },
    },
  }
}
