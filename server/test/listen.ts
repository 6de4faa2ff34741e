import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { LiveEvent } from '#contract/notifications/events.ts'
import { buildApp } from '../src/app.ts'
import type { Bank, Person } from './bank.ts'

type Frame = { event: string; id: string; data: string }
export type EventStream = Awaited<ReturnType<typeof openEventStream>>

/** Listens on a real port: `inject` would wait for the end of the stream. */
export async function listenOnPort(bank: Bank): Promise<number> {
  await bank.app.listen({ port: 0, host: '127.0.0.1' })
  return (bank.app.server.address() as AddressInfo).port
}

/** Another server on the same database. */
export async function openSecondServer(bank: Bank) {
  const { sql, ledger, keys, config, now } = bank
  const { app } = await buildApp({ sql, ledger, keys, config, now })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port }
}

/** Opens an event stream and collects its frames. */
export async function openEventStream(port: number, { token }: Pick<Person, 'token'>, lastEventId?: string) {
  const frames: Frame[] = []
  let comments = 0
  let ended = false
  let text = ''
  const request = get({
    port,
    host: '127.0.0.1',
    path: '/api/events',
    headers: { authorization: `Bearer ${token}`, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
  })
  const status = await new Promise<number>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        const parts = text.split('\n\n')
        text = parts.pop() ?? ''
        for (const part of parts) {
          if (part.startsWith(':')) comments += 1
          else frames.push(parse(part))
        }
      })
      response.once('close', () => {
        ended = true
      })
      request.on('error', () => {})
    })
  })
  const events = () => frames.filter(({ event }) => event !== 'hello').map(({ data }) => JSON.parse(data) as LiveEvent)
  return {
    status,
    frames,
    events,
    hello: () => frames.find(({ event }) => event === 'hello'),
    comments: () => comments,
    ended: () => ended,
    lastId: () => frames.at(-1)?.id ?? '',
    cut: () => request.destroy(),
    kinds: () => events().map(({ kind }) => kind),
    until: (condition: () => boolean) => expect.poll(condition, { interval: 5 }).toBe(true),
  }
}

function parse(part: string): Frame {
  const fields = part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
  return { event: '', id: '', data: '', ...Object.fromEntries(fields) }
}
