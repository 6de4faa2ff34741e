/**
 * `npm run bench:events`: a thousand open event streams on one server process on the loopback address. Measures the
 * server's memory and how long a message takes to arrive, sent through the same server or committed by another one.
 */

import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '#contract/permissions.ts'
import { startSession } from '../server/src/access/start-session.ts'
import { insertPerson } from '../server/src/customers/person.ts'
import { sendMessage } from '../server/src/office/support/send-message.ts'
import { APPLICATION_ROLE, openPool, type Sql } from '../server/src/platform/db/connection.ts'
import { connectionIn, withBank } from '../server/test/bank-process.ts'
import { memoryMb } from './processes.ts'
import { type Report, runBenchmark, type Settings } from './report.ts'

const FULL = { streams: 1_000, messages: 100, restSeconds: 16 }
const QUICK = { streams: 50, messages: 5, restSeconds: 0 }
type Size = typeof FULL
const LIMITS = { 'memory MB': 250, 'slowest ms, same server': 1_000, 'slowest ms, other server': 2_000 }

type Person = { id: string; token: string }
const arrivedAt = new Map<string, number>()

async function makePeople(sql: Sql, count: number, role: Role): Promise<Person[]> {
  const people: Person[] = []
  const at = new Date()
  for (let made = 0; made < count; made += 1)
    people.push(
      await sql.begin(async (tx) => {
        const email = `${role}-${made}@bench.example`.toLowerCase()
        const person = {
          fullName: `Listener ${made}`,
          email,
          passwordHash: 'none',
          role,
          status: 'Active',
          at,
        } as const
        const id = await insertPerson(tx, person)
        return { id, token: await startSession(tx, id, at, { userAgent: 'bench', address: '127.0.0.1' }) }
      }),
    )
  return people
}

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })

/** Resolves with the first data of the stream; records the arrival time of each message. */
function openStream(address: string, { token }: Person): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${address}/api/events`, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream was refused: ${response.statusCode}`))
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        for (const [, id] of text.matchAll(/"message":\{"_id":"([^"]+)"/g)) if (id) arrivedAt.set(id, performance.now())
        resolve(response)
      })
      response.on('error', () => {})
    }).on('error', reject)
  })
}

/** Sends messages to listeners one after the other, and waits for each to arrive. */
async function timeMessages(
  people: Person[],
  messages: number,
  send: (to: Person, text: string) => Promise<string>,
): Promise<number[]> {
  const times: number[] = []
  for (let sent = 0; sent < messages; sent += 1) {
    const to = people[(sent * 37) % people.length] as Person
    const startedAt = performance.now()
    const id = await send(to, `Message ${sent}`)
    for (const giveUpAt = startedAt + 5_000; !arrivedAt.has(id) && performance.now() < giveUpAt; ) await sleep(1)
    times.push((arrivedAt.get(id) ?? Number.POSITIVE_INFINITY) - startedAt)
  }
  return times.toSorted((a, b) => a - b)
}

const percentile = (times: number[], share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)

async function run(address: string, pid: number, sql: Sql, { streams: count, messages, restSeconds }: Size) {
  const [listeners, [admin]] = [await makePeople(sql, count, 'User'), await makePeople(sql, 1, 'Admin')]
  if (!admin) throw new Error('There is no administrator')
  const before = memoryMb(pid)
  const streams: IncomingMessage[] = []
  for (let from = 0; from < count; from += 50)
    streams.push(...(await Promise.all(listeners.slice(from, from + 50).map((one) => openStream(address, one)))))
  streams.push(await openStream(address, admin))

  let peak = 0
  const sampler = setInterval(() => {
    peak = Math.max(peak, memoryMb(pid))
  }, 200)
  const sameServer = await timeMessages(listeners, messages, async ({ id: receiver }, message) => {
    const response = await fetch(`${address}/api/suport/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ receiver, message }),
    })
    return ((await response.json()) as { _id: string })._id
  })
  const session = {
    kind: 'session',
    id: '',
    tokenHash: Buffer.alloc(0),
    personId: admin.id,
    role: 'Admin',
    status: 'Active',
    freshUntil: new Date(0),
    hasSecondFactor: false,
    mustEnrol: false,
    staffOnly: false,
  } as const
  const otherServer = await timeMessages(listeners, messages, async ({ id: receiver }, text) => {
    const sent = { id: undefined, receiver, text, attachmentId: undefined, transactionId: undefined }
    return (await sendMessage(sql, { ...sent, session, requestId: 'bench', at: new Date() }))._id
  })
  // Long enough for a heartbeat on every stream.
  await sleep(restSeconds * 1_000)
  clearInterval(sampler)
  const open = streams.filter((stream) => !stream.destroyed && !stream.complete).length
  for (const stream of streams) stream.destroy()
  return { before, peak, open, sameServer, otherServer }
}

type Measurement = Awaited<ReturnType<typeof run>>

const withServer = (size: Size): Promise<Measurement> =>
  withBank(
    async ({ address, dataDir, pid }) => {
      const sql = openPool(await connectionIn(dataDir), { max: 4, role: APPLICATION_ROLE })
      return run(address, pid, sql, size).finally(() => sql.end())
    },
    { DEMO: 'off', STAFF_SECOND_FACTOR: 'optional', FOUR_EYES_ABOVE: 'off' },
  )

async function measure({ quick }: Settings): Promise<Report> {
  const size = quick ? QUICK : FULL
  const { before, peak, open, sameServer, otherServer } = await withServer(size)
  const metrics = {
    'memory MB': Math.round(peak),
    'slowest ms, same server': percentile(sameServer, 1),
    'slowest ms, other server': percentile(otherServer, 1),
  }
  const failures = (Object.keys(LIMITS) as (keyof typeof LIMITS)[])
    .filter((name) => metrics[name] > LIMITS[name])
    .map((name) => `${name}: ${metrics[name]}, must be at most ${LIMITS[name]}`)
  if (open !== size.streams + 1) failures.push(`only ${open} of ${size.streams + 1} streams are still open`)
  return {
    name: 'events',
    method: `${size.streams} open event streams on one server, and messages to their owners: sent through the same server, or committed by
another one, whose commits this server finds by polling.`,
    tables: [
      {
        title: 'Live events',
        columns: ['', 'measured', 'at most'],
        rows: [
          ['open streams', open, ''],
          ['memory MB before', Math.round(before), ''],
          ['memory MB', metrics['memory MB'], LIMITS['memory MB']],
          ['median ms, same server', percentile(sameServer, 0.5), ''],
          ['slowest ms, same server', metrics['slowest ms, same server'], LIMITS['slowest ms, same server']],
          ['median ms, other server', percentile(otherServer, 0.5), ''],
          ['slowest ms, other server', metrics['slowest ms, other server'], LIMITS['slowest ms, other server']],
        ],
      },
    ],
    failures,
  }
}

await runBenchmark(measure)
