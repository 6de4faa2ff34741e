import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createJobs } from '../src/jobs.ts'
import { deliverEvents, type WebhookDeps } from '../src/notifications/webhooks/deliver-events.ts'
import type { Bank, Person } from './bank.ts'

type Payload = { type: string; timestamp: string; data: { _id: string; userId?: string; status: string } }
export type Delivery = { headers: IncomingHttpHeaders; body: string; payload: Payload; id: string }

/** What it answers: a status, or nothing at all. */
type Behavior = (received: Delivery, response: ServerResponse) => number | 'hang' | undefined

/** A real HTTP server that keeps what it gets. */
export async function openReceiver() {
  const state = { behavior: (() => 204) as Behavior, hanging: 0 }
  const received: Delivery[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const id = String(request.headers['webhook-id'])
      const one = { headers: request.headers, body, payload: JSON.parse(body) as Payload, id }
      received.push(one)
      const answer = state.behavior(one, response)
      if (answer === 'hang') state.hanging += 1
      else if (answer !== undefined) response.writeHead(answer).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    state,
    received,
    port,
    url: `http://127.0.0.1:${port}/hooks`,
    /** `type status` of each, of one person or all. */
    events: (userId?: string) =>
      received
        .filter(({ payload }) => !userId || (payload.data.userId ?? payload.data._id) === userId)
        .map(({ payload }) => `${payload.type} ${payload.data.status}`),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const ALLOW_LOCAL = { webhookAllow: ['127.0.0.1'] } as const

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** Delivers everything that is due, as the job does. */
export const deliverAll = (bank: Bank, deps: Partial<WebhookDeps> = {}, signal = new AbortController().signal) =>
  deliverEvents({ ...bank, log: silent, ...deps }, signal)

export async function addWebhook(admin: Person, url: string, events: readonly string[] = ['transaction.created']) {
  const response = await admin.call('POST', '/admin/webhooks', { body: { url, events } })
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json() as { _id: string; secret: string }
}

export const webhookJobs = (bank: Bank) =>
  createJobs({ ...bank, log: silent, origin: 'https://bank.example' }).filter(({ name }) => name.includes('webhook'))
