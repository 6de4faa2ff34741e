/**
 * `npm run bench:events`: a thousand open event streams on one server (a process of its own, on the loopback address).
 * Measures its memory and how long a message takes to arrive, sent through this server and committed by another one.
 * Prints a table and fails past any limit.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { APPLICATION_ROLE, openPool, type Sql } from '../server/src/db/connection.ts'
import { sendMessage } from '../server/src/features/support/send-message.ts'
import { startSession } from '../server/src/http/sessions.ts'
import { insertPerson } from '../server/src/people/person.ts'

const STREAMS = 1_000
const MESSAGES = 100
const LIMITS = { 'memory MB': 250, 'slowest ms, same server': 1_000, 'slowest ms, other server': 2_000 }
const SERVER = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))

type Person = { id: string; token: string }
const arrived = new Map<string, number>()

async function makePeople(sql: Sql, count: number, role: 'User' | 'Admin'): Promise<Person[]> {
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

/** Resolves with the first word of the stream; notes from then on when which message came. */
function openStream(address: string, { token }: Person): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${address}/api/events`, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream was refused: ${response.statusCode}`))
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        for (const [, id] of text.matchAll(/"message":\{"_id":"([^"]+)"/g)) if (id) arrived.set(id, performance.now())
        resolve(response)
      })
      response.on('error', () => {})
    }).on('error', reject)
  })
}

async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  if (status) return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  const ps = spawn('ps', ['-o', 'rss=', '-p', String(pid)])
  const [bytes] = await once(ps.stdout, 'data')
  return Number(String(bytes).trim()) / 1024
}

/** Sends messages to listeners one after the other, and waits for each to arrive. */
async function measure(people: Person[], send: (to: Person, text: string) => Promise<string>): Promise<number[]> {
  const times: number[] = []
  for (let sent = 0; sent < MESSAGES; sent += 1) {
    const to = people[(sent * 37) % people.length] as Person
    const begun = performance.now()
    const id = await send(to, `Message ${sent}`)
    for (const giveUpAt = begun + 5_000; !arrived.has(id) && performance.now() < giveUpAt; ) await sleep(1)
    times.push((arrived.get(id) ?? Number.POSITIVE_INFINITY) - begun)
  }
  return times.toSorted((a, b) => a - b)
}

const at = (times: number[], share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)

async function run(address: string, pid: number, sql: Sql) {
  const [listeners, [admin]] = [await makePeople(sql, STREAMS, 'User'), await makePeople(sql, 1, 'Admin')]
  if (!admin) throw new Error('There is no administrator')
  const before = await memoryMb(pid)
  const streams: IncomingMessage[] = []
  for (let from = 0; from < STREAMS; from += 50)
    streams.push(...(await Promise.all(listeners.slice(from, from + 50).map((one) => openStream(address, one)))))
  streams.push(await openStream(address, admin))

  let peak = 0
  const watch = setInterval(async () => {
    peak = Math.max(peak, await memoryMb(pid))
  }, 200)
  const here = await measure(listeners, async ({ id: receiver }, message) => {
    const answer = await fetch(`${address}/api/suport/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ receiver, message }),
    })
    return ((await answer.json()) as { _id: string })._id
  })
  const session = { id: '', tokenHash: Buffer.alloc(0), personId: admin.id, role: 'Admin', status: 'Active' } as const
  const there = await measure(listeners, async ({ id: receiver }, text) => {
    const sent = { id: undefined, receiver, text, attachmentId: undefined, transactionId: undefined }
    return (await sendMessage(sql, { ...sent, session, at: new Date() }))._id
  })
  // Long enough for a heartbeat to everybody.
  await sleep(16_000)
  clearInterval(watch)
  const open = streams.filter((stream) => !stream.destroyed && !stream.complete).length
  for (const stream of streams) stream.destroy()
  return { before, peak, open, here, there }
}

const dataDir = await mkdtemp(join(tmpdir(), 'openteller-events-'))
await chmod(dataDir, 0o711)
// As `npm start` runs it: the young part of the heap would otherwise grow to sizes that are mostly air.
const server = spawn(process.execPath, ['--max-semi-space-size=16', SERVER], {
  env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', DEMO: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const failures: string[] = []
try {
  let said = ''
  for await (const bytes of server.stdout) {
    said += bytes
    if (/http:\/\/[\w.:[\]]+/.test(said)) break
  }
  const [address = ''] = /http:\/\/[\w.:[\]]+/.exec(said) ?? []
  const { connection } = JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8'))
  const sql = openPool(connection, { max: 4, role: APPLICATION_ROLE })
  const { before, peak, open, here, there } = await run(address, server.pid ?? 0, sql)
  await sql.end()
  const figures = {
    'memory MB': Math.round(peak),
    'slowest ms, same server': at(here, 1),
    'slowest ms, other server': at(there, 1),
  }
  console.table({
    measured: { 'open streams': open, 'memory MB before': Math.round(before), ...figures },
    median: { 'slowest ms, same server': at(here, 0.5), 'slowest ms, other server': at(there, 0.5) },
    limit: { 'open streams': STREAMS + 1, ...LIMITS },
  })
  if (open !== STREAMS + 1) failures.push(`only ${open} of ${STREAMS + 1} streams are still open`)
  for (const [name, limit] of Object.entries(LIMITS))
    if (figures[name as keyof typeof figures] > limit) failures.push(`${name} is past its limit of ${limit}`)
} finally {
  if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
  await rm(dataDir, { recursive: true, force: true })
}
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
