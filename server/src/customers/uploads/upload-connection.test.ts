import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { form, jpegFile } from '../../../test/files.ts'

const to = { host: '127.0.0.1', method: 'POST', path: '/api/images' }

const bank = useBank()
let ben: Person
let port: number
beforeAll(async () => {
  ben = await bank.person()
  await bank.app.listen({ port: 0, host: '127.0.0.1' })
  port = (bank.app.server.address() as AddressInfo).port
})

/** One connection for all requests of a test: data that one leaves unread breaks the next. */
const oneConnection = new Agent({ keepAlive: true, maxSockets: 1 })
afterAll(() => oneConnection.destroy())

type UploadResponse = { status: number; body: unknown; port: number | undefined }

/** Sends without a content length. `hold`: sends the end of the form only after the response has begun. */
function post(person: Person, sent: ReturnType<typeof form>, hold = false): Promise<UploadResponse> {
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

test('rejects a file while it exceeds the limit, and keeps the connection', async () => {
  const { headers, body } = form([{ bytes: Buffer.concat([await jpegFile(), Buffer.alloc(12 * 1024 * 1024)]) }])
  const endless = { headers, body: body.subarray(0, -100) }
  const refused = await post(ben, endless, true)
  expect(refused).toMatchObject({ status: 413, body: { code: 'too_large' } })
  const kept = await post(ben, form([{ bytes: await jpegFile() }]))
  expect([kept.status, kept.port]).toEqual([201, refused.port])
})

test('rejects a form by its content length', async () => {
  const { headers, body } = form([{ bytes: await jpegFile() }])
  const announced = { ...headers, 'content-length': 50 * 1024 * 1024 }
  const refused = await new Promise((resolve, reject) => {
    const request = httpRequest(
      { ...to, port, headers: { ...announced, authorization: `Bearer ${ben.token}` } },
      (response) => {
        resolve(response.statusCode)
        request.destroy()
      },
    )
    request.on('error', reject)
    request.write(body.subarray(0, 100))
  })
  expect(refused).toBe(413)
})

test('rejects a form that continues after its file, and keeps the connection', async () => {
  const bytes = await jpegFile()
  const refused = await post(ben, form([{ bytes }, { name: 'more', bytes: Buffer.alloc(8 * 1024 * 1024) }]))
  expect(refused).toMatchObject({ status: 400, body: { message: 'Failed uploading image' } })
  const kept = await post(ben, form([{ bytes }]))
  expect([kept.status, kept.port]).toEqual([201, refused.port])
})

/** Sends part of a form and stops until the test disconnects it. */
async function stall(person: Person, { headers, body }: ReturnType<typeof form>) {
  const announced = { ...headers, 'content-length': body.length, authorization: `Bearer ${person.token}` }
  const request = httpRequest({ ...to, port, headers: announced })
  const closed = new Promise((resolve) => request.on('error', resolve).on('close', resolve))
  await new Promise<void>((resolve) => request.write(body.subarray(0, body.length >> 1), () => resolve()))
  return () => {
    request.destroy()
    return closed
  }
}
const stallers = (count: number, person: Person, sent: ReturnType<typeof form>) =>
  Promise.all(Array.from({ length: count }, () => stall(person, sent)))
test('reads 24 files at once; a client that disconnects frees its slot, also while queued', async () => {
  const person = await bank.person()
  const arrived: IncomingMessage[] = []
  const onRequest = (request: IncomingMessage) => void arrived.push(request)
  bank.app.server.on('request', onRequest)
  onTestFinished(() => void bank.app.server.off('request', onRequest))
  const isRead = (request?: IncomingMessage) => request?.readableFlowing === true
  /** Another request, which the server answers after it has taken up those that arrived before. */
  const passTime = async () => expect((await person.call('GET', '/images')).statusCode).toBe(200)

  const sent = form([{ bytes: await jpegFile(2000, 2000) }])
  const [first, ...others] = await stallers(24, person, sent)
  await expect.poll(() => arrived.filter(isRead)).toHaveLength(24)
  const queued = await stallers(30, person, sent)
  await expect.poll(() => arrived.length).toBe(54)
  await passTime()
  await Promise.all(queued.map((hangUp) => hangUp()))

  let answered = false
  const next = post(person, sent).then((response) => {
    answered = true
    return response
  })
  await expect.poll(() => arrived.length).toBe(55)
  await passTime()
  expect([answered, isRead(arrived[54])]).toEqual([false, false])
  await first?.()
  expect(await next).toMatchObject({ status: 201 })
  await Promise.all(others.map((hangUp) => hangUp()))
  expect(await post(person, sent)).toMatchObject({ status: 201 })
  expect((await person.call('GET', '/images')).json()).toHaveLength(2)
})
