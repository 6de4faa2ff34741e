/**
 * The load generator: `node load-generator.ts <address> <connections> <seconds>`. Over bare sockets, because an HTTP client
 * would take more CPU time from the machine that is measured. It sends requests of one kind, or what a schedule says.
 */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { INSTANT_UP_TO, PASSWORD } from './payers.ts'

const { BENCH_KIND: onlyKind = '', BENCH_PREFIX: prefix = '', BENCH_PENDING: pendingFile = '' } = process.env
const scheduleFile = process.env.BENCH_SCHEDULE
const rate = Number(process.env.BENCH_RATE)
const lateMs = Number(process.env.BENCH_LATE_MS)
const [, , address = '', connections = '1', seconds = '1'] = process.argv
const { hostname, port } = new URL(address)

const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').filter(Boolean)
const peopleIn = (path: string) =>
  linesOf(path).map((line) => {
    const [token = '', number = '', id = ''] = line.split(' ')
    return { token, number, id }
  })
const customers = peopleIn(process.env.BENCH_CUSTOMERS ?? '')
/** With the number of the payee they have paid before. */
const payers = onlyKind === 'instant' || scheduleFile ? peopleIn(process.env.BENCH_PAYERS ?? '') : []
const admin = customers.pop()
/** To be approved; in a schedule, transfers that this load has sent too. */
const pendingIds = pendingFile ? linesOf(pendingFile) : []
let approved = 0
/** Each line has the time in milliseconds and the kind of a request. */
const schedule = scheduleFile
  ? linesOf(scheduleFile).map((line) => {
      const [ms, kind = ''] = line.split(' ')
      return { ms: Number(ms), kind }
    })
  : null
/** Ids, written to the file at the end: writing each of them would take CPU time from the measured programs. */
const acknowledged: string[] = []
/** More than the limit of instant transfers, which have smaller ones. */
const amount = () => (INSTANT_UP_TO * 100 + randomInt(1, 500)) / 100

/** Zipf with exponent one, as cumulative sums. */
const sums: number[] = []
if (onlyKind === 'zipf') for (let rank = 1; rank <= customers.length; rank++) sums.push((sums.at(-1) ?? 0) + 1 / rank)
function pickZipf(): number {
  const target = Math.random() * (sums.at(-1) ?? 0)
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) < target) low = middle + 1
    else high = middle
  }
  return low
}

let sent = 0
function read(path: string, token = customers[randomInt(customers.length)]?.token): string {
  return `GET /api${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`
}

function call(path: string, token: string | undefined, body: object): string {
  const text = JSON.stringify(body)
  return `POST /api${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nIdempotency-Key: ${prefix}${sent}\r\nContent-Length: ${text.length}\r\n\r\n${text}`
}

function transfer(from: number): string {
  const to = (from + randomInt(1, customers.length)) % customers.length
  return pay(customers[from]?.token, customers[to]?.number, amount())
}

function pay(token: string | undefined, accountNumber: string | undefined, amount: number): string {
  const counterparty = { accountName: 'Grace Example', accountNumber, bankName: 'Example Savings Bank' }
  return call('/transfer', token, { ...counterparty, amount, iban: '', swiftCode: '', pin: '1234' })
}

function instant(): string {
  const payer = payers[randomInt(payers.length)]
  return pay(payer?.token, payer?.number, randomInt(1, INSTANT_UP_TO * 100) / 100)
}

const requests: Record<string, () => string> = {
  uniform: () => transfer(randomInt(customers.length)),
  zipf: () => transfer(pickZipf()),
  hot: () => transfer(0),
  instant,
  approve: () => call('/deposit/approve', admin?.token, { transactionId: pendingIds[approved++] }),
  fund: () =>
    call('/admin/fund', admin?.token, { userId: customers[randomInt(customers.length)]?.id, amount: amount() }),
}

/** The calls of pages, and signing in. */
Object.assign(requests, {
  profile: () => read('/users'),
  accounts: () => read('/accounts'),
  months: () => read('/users/months'),
  newest: () => read('/transactions?account=all&limit=5'),
  bell: () => read('/notifications'),
  transactions: () => read('/transactions?account=all'),
  staff: () => read('/transactions/admin?status=Pending&order=oldest&limit=10', admin?.token),
  login: () => {
    const email = `${customers[randomInt(customers.length)]?.number}@bench.example`
    return call('/auths/login', undefined, { email, password: PASSWORD }).replace(
      /Authorization.*\r\nContent/,
      'Content',
    )
  },
})

const counts = { answered: 0, refused: 0, failed: 0, late: 0 }
let refusal = ''
const timesOf = new Map<string, number[]>()
let startedAt = 0
let slots = 0

type Due = { at: number; kind: string }

/**
 * In a schedule, and at a given rate, every request has its own due time, however long the ones before it take; otherwise it
 * is due at once. Null: there is nothing more to send.
 */
function nextDue(now: number): Due | null {
  slots += 1
  if (schedule) {
    const entry = schedule[slots - 1]
    return entry ? { at: startedAt + entry.ms, kind: entry.kind } : null
  }
  const at = rate > 0 ? startedAt + (slots * 1_000) / rate : now
  if (at >= startedAt + Number(seconds) * 1_000 || (onlyKind === 'approve' && slots > pendingIds.length)) return null
  return { at, kind: onlyKind }
}

function send(socket: Socket): void {
  const now = performance.now()
  const due = nextDue(now)
  if (!due) return void socket.end()
  if (due.at - now > 1) setTimeout(sendNow, due.at - now, socket, due)
  else sendNow(socket, due)
}

/** A request that waited for a free connection is late, so its time counts from when it was due. */
const dueOf = new WeakMap<Socket, Due>()
function sendNow(socket: Socket, { at, kind }: Due): void {
  // Nothing is pending yet.
  if (kind === 'approve' && approved >= pendingIds.length) {
    send(socket)
    return
  }
  sent += 1
  dueOf.set(socket, { at: Math.min(at, performance.now()), kind })
  socket.write(requests[kind]?.() ?? '')
}

/** One request at a time per connection; a response ends after its Content-Length. */
function listen(socket: Socket): void {
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    text += chunk
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) return
    const [, length = '0'] = /content-length: (\d+)/i.exec(text) ?? []
    if (text.length < end + 4 + Number(length)) return
    record(text.slice(9, 12), text.slice(end + 4), dueOf.get(socket) ?? { at: 0, kind: '' })
    text = ''
    send(socket)
  })
  socket.on('error', () => {
    counts.failed += 1
  })
}

const WRITES = ['uniform', 'zipf', 'hot', 'instant', 'approve', 'fund']

function record(status: string, body: string, { at, kind }: Due): void {
  counts.answered += 1
  const times = timesOf.get(kind) ?? []
  const tookMs = performance.now() - at
  times.push(tookMs)
  if (tookMs > lateMs) counts.late += 1
  timesOf.set(kind, times)
  // In a schedule, a person may send too many within an hour: staff then decide, as about other transfers.
  const isExpected = schedule || kind !== 'instant' || body.includes('"status":"Completed"')
  if (status >= '300' || !isExpected) {
    counts.refused += 1
    refusal = `${status} ${body}`
  } else if (WRITES.includes(kind)) {
    const id = body.slice(8, 44)
    acknowledged.push(id)
    if (schedule && kind === 'uniform') pendingIds.push(id)
  }
}

async function open(): Promise<Socket> {
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  listen(socket)
  await once(socket, 'connect')
  return socket
}

// The time of the first request starts when all connections are open: opening them is not what is measured.
const sockets = await Promise.all(Array.from({ length: Number(connections) }, open))
startedAt = performance.now()
await Promise.all(
  sockets.map((socket) => {
    send(socket)
    return once(socket, 'close')
  }),
)
const tookSeconds = (performance.now() - startedAt) / 1_000
function percentiles(times: number[]): string {
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
  return `${at(0.5)} ${at(0.99)}`
}
writeFileSync(process.env.BENCH_ACKNOWLEDGED ?? '', acknowledged.join('\n'))
const all = percentiles([...timesOf.values()].flat())
console.log(`RESULT ${counts.answered} ${tookSeconds} ${all} ${counts.refused} ${counts.failed} ${counts.late}`)
for (const [kind, times] of timesOf) console.log(`KIND ${kind} ${times.length} ${percentiles(times)}`)
if (refusal) console.log(`REFUSAL ${refusal}`)
