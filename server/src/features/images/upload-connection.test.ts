import { Agent, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bank, openBank, type Person } from '../../../test/bank.ts'
import { form, jpegFile } from '../../../test/files.ts'

const to = { host: '127.0.0.1', method: 'POST', path: '/api/images' }

let bank: Bank
let ben: Person
let port: number
beforeAll(async () => {
  bank = await openBank()
  ben = await bank.person()
  await bank.app.listen({ port: 0, host: '127.0.0.1' })
  port = (bank.app.server.address() as AddressInfo).port
})
afterAll(() => bank.close())

/** One connection for all of a test's requests: what one leaves behind on it, the next one meets. */
const oneConnection = new Agent({ keepAlive: true, maxSockets: 1 })
afterAll(() => oneConnection.destroy())

type Answered = { status: number; body: unknown; port: number | undefined }

/** Sends without saying how much there will be. `hold`: ends the form only when the answer has begun. */
function post(person: Person, sent: ReturnType<typeof form>, hold = false): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = { ...sent.headers, authorization: `Bearer ${person.token}`, 'transfer-encoding': 'chunked' }
    const request = httpRequest({ ...to, port, headers, agent: oneConnection }, (response) => {
      const { localPort } = response.socket
      if (hold) request.end()
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString())
        resolve({ status: response.statusCode ?? 0, body, port: localPort })
      })
    })
    request.on('error', reject)
    request.write(sent.body)
    if (!hold) request.end()
  })
}

test('a file that grows past the limit is refused while it comes, and the connection lives on', async () => {
  const large = form([{ bytes: Buffer.concat([await jpegFile(), Buffer.alloc(12 * 1024 * 1024)]) }])
  const refused = await post(ben, large, true)
  expect(refused).toMatchObject({ status: 413, body: { code: 'too_large' } })
  const kept = await post(ben, form([{ bytes: await jpegFile() }]))
  expect([kept.status, kept.port]).toEqual([201, refused.port])
})

test('a form that goes on after its file is refused, and the connection lives on', async () => {
  const bytes = await jpegFile()
  const refused = await post(ben, form([{ bytes }, { name: 'more', bytes: Buffer.alloc(8 * 1024 * 1024) }]))
  expect(refused).toMatchObject({ status: 400, body: { message: 'Failed uploading image' } })
  const kept = await post(ben, form([{ bytes }]))
  expect([kept.status, kept.port]).toEqual([201, refused.port])
})

test('a sender that hangs up halfway leaves nothing', async () => {
  const person = await bank.person()
  const { headers, body } = form([{ bytes: await jpegFile(2000, 2000) }])
  const ended = new Promise((resolve) => {
    const request = httpRequest({
      ...to,
      port,
      headers: { ...headers, 'content-length': body.length, authorization: `Bearer ${person.token}` },
    })
    request.on('error', resolve)
    request.write(body.subarray(0, body.length >> 1), () => request.destroy())
  })
  await ended
  expect((await person.call('GET', '/images')).json()).toEqual([])
})
