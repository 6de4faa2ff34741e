import { createHmac, randomBytes } from 'node:crypto'
import type { Keys } from '../../platform/crypto/keys.ts'
import { decryptSecret, encryptSecret } from '../../platform/crypto/stored-secret.ts'

const PREFIX = 'whsec_'

/** 256 bits; the specification asks for 192 to 512. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** Bound to its webhook: swapping two rows gives no valid secret. */
export const webhookPurpose = (webhookId: string) => `webhook ${webhookId}`

export const encryptWebhookSecret = (keys: Pick<Keys, 'webhooks'>, webhookId: string, secret: string) =>
  encryptSecret(keys.webhooks, webhookPurpose(webhookId), secret)

export const decryptWebhookSecret = (keys: Pick<Keys, 'webhooks'>, webhookId: string, stored: Buffer) =>
  decryptSecret(keys.webhooks, webhookPurpose(webhookId), stored)

/** The header webhook-id. */
export const messageIdOf = (eventId: string): string => `msg_${eventId}`

/** The headers of the Standard Webhooks specification. The time is that of the attempt: receivers refuse old ones. */
export function signedHeaders(secret: string, { eventId, body, at }: { eventId: string; body: string; at: Date }) {
  const id = messageIdOf(eventId)
  const seconds = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Openteller-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  }
}
