import type { IncomingHttpHeaders } from 'node:http'
import { WEBHOOK_EVENTS } from '#contract/notifications/webhook-events.ts'
import { encryptWebhookSecret, newSecret, signedHeaders } from '#server/notifications/webhooks/signature.ts'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import type { Sql } from '#server/platform/db/connection.ts'
import { newIdAt } from '#server/platform/runtime/new-id-at.ts'
import { APP_SECRET } from './app-secret.ts'
import { ExternalServer } from './external-server.ts'

/** The other system. */
export class WebhookReceiver {
  /** Ids of events in the order in which they were accepted, repetitions included. */
  readonly accepted: string[] = []
  readonly forged: string[] = []
  readonly server = new ExternalServer(({ headers }, body) => this.#accept(headers, body.toString('utf8')))
  #secret = ''

  #accept(headers: IncomingHttpHeaders, body: string): number {
    const eventId = String(headers['webhook-id']).replace('msg_', '')
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    const expected = signedHeaders(this.#secret, { eventId, body, at })
    if (expected['webhook-signature'] === headers['webhook-signature']) this.accepted.push(eventId)
    else this.forged.push(eventId)
    return 204
  }

  /** Before the servers start, so that every event of the campaign is sent. */
  async install(sql: Sql, adminId: string): Promise<void> {
    this.accepted.length = 0
    this.#secret = newSecret()
    const at = new Date()
    const id = newIdAt(at)
    await sql`
      insert into webhooks (id, url, events, secret, created_by, created_at)
      values (${id}, ${`${this.server.origin}/`}, ${WEBHOOK_EVENTS.join(' ')},
        ${encryptWebhookSecret(deriveKeys(APP_SECRET), id, this.#secret)}, ${adminId}, ${at})`
  }
}
