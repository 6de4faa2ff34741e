import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { WEBHOOK_EVENTS } from '#contract/webhook-events.ts'
import { deriveKeys } from '#server/crypto/keys.ts'
import type { Sql } from '#server/db/connection.ts'
import { newIdAt } from '#server/ledger/new-id-at.ts'
import { encryptWebhookSecret, newSecret, signedHeaders } from '#server/webhooks/signature.ts'
import { APP_SECRET } from './app-secret.ts'

/** `gone`: nothing listens any more. */
export type ReceiverMode = 'works' | 'slow' | 'fails' | 'gone'

const SLOW_MS = 2_000

/** The other system, in the campaign's own process: no fault of the bank reaches what it has accepted. */
export class WebhookReceiver {
  /** Ids of events in the order in which they were accepted, repetitions included. */
  readonly accepted: string[] = []
  readonly forged: string[] = []
  #mode: ReceiverMode = 'works'
  #server: Server | null = null
  #port = 0
  #secret = ''

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', async () => {
        if (this.#mode === 'slow') await sleep(SLOW_MS)
        const status = this.#mode === 'fails' ? 503 : 204
        if (status === 204) this.#accept(request.headers, Buffer.concat(chunks).toString('utf8'))
        response.writeHead(status).end()
      })
      request.on('error', () => {})
    })
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as { port: number }).port
    this.#server = server
  }

  #accept(headers: Record<string, unknown>, body: string): void {
    const eventId = String(headers['webhook-id']).replace('msg_', '')
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    const expected = signedHeaders(this.#secret, { eventId, body, at })
    if (expected['webhook-signature'] === headers['webhook-signature']) this.accepted.push(eventId)
    else this.forged.push(eventId)
  }

  /** Before the servers start, so that every event of the campaign is sent. */
  async install(sql: Sql, adminId: string): Promise<void> {
    this.accepted.length = 0
    this.#secret = newSecret()
    const at = new Date()
    const id = newIdAt(at)
    await sql`
      insert into webhooks (id, url, events, secret, created_by, created_at)
      values (${id}, ${`http://127.0.0.1:${this.#port}/`}, ${WEBHOOK_EVENTS.join(' ')},
        ${encryptWebhookSecret(deriveKeys(APP_SECRET), id, this.#secret)}, ${adminId}, ${at})`
  }

  async become(mode: ReceiverMode): Promise<void> {
    const wasGone = this.#mode === 'gone'
    this.#mode = mode
    if (mode === 'gone') await this.stop()
    else if (wasGone) await this.start()
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    server?.closeAllConnections()
    if (server) await new Promise((resolve) => server.close(resolve))
  }
}
