/**
 * The load generator: `node load-generator.ts <address> <connections> <seconds>`. Over bare sockets, because an HTTP client
 * would take more CPU time from the machine that is measured.
 */
import { randomInt } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { INSTANT_UP_TO } from './payers.ts'

const { BENCH_KIND: kind = '', BENCH_PREFIX: prefix = '', BENCH_PENDING: pendingFile = '' } = process.env
const rate = Number(process.env.BENCH_RATE)
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
const payers = kind === 'instant' ? peopleIn(process.env.BENCH_PAYERS ?? '') : []
const admin = customers.pop()
const pendingIds = kind === 'approve' ? linesOf(pendingFile) : []
const acknowledged = createWriteStream(process.env.BENCH_ACKNOWLEDGED ?? '')
/** More than the limit of instant transfers, which have smaller ones. */
const amount = () => (INSTANT_UP_TO * 100 + randomInt(1, 500)) / 100

/** Zipf with exponent one, as cumulative sums. */
const sums: number[] = []
if (kind === 'zipf') for (let rank = 1; rank <= customers.length; rank++) sums.push((sums.at(-1) ?? 0) + 1 / rank)
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
  approve: () => call('/deposit/approve', admin?.token, { transactionId: pendingIds[sent - 1] }),
  fund: () =>
    call('/admin/fund', admin?.token, { userId: customers[randomInt(customers.length)]?.id, amount: amount() }),
}

const counts = { answered: 0, refused: 0, failed: 0 }
let refusal = ''
const times: number[] = []
const startedAt = performance.now()
const until = startedAt + Number(seconds) * 1_000
let slots = 0

/** At a given rate every request has its own due time, however long the ones before it take; otherwise it is due at once. */
function send(socket: Socket): void {
  slots += 1
  const now = performance.now()
  const dueAt = rate > 0 ? startedAt + (slots * 1_000) / rate : now
  if (dueAt >= until || (kind === 'approve' && slots > pendingIds.length)) return void socket.end()
  if (dueAt - now > 1) setTimeout(sendNow, dueAt - now, socket, dueAt)
  else sendNow(socket, dueAt)
}

/** A request that waited for a free connection is late, so its time counts from when it was due. */
const startOf = new WeakMap<Socket, number>()
function sendNow(socket: Socket, dueAt: number): void {
  sent += 1
  startOf.set(socket, Math.min(dueAt, performance.now()))
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
    record(text.slice(9, 12), text.slice(end + 4), performance.now() - (startOf.get(socket) ?? 0))
    text = ''
    send(socket)
  })
  socket.on('error', () => {
    counts.failed += 1
  })
}

function record(status: string, body: string, ms: number): void {
  counts.answered += 1
  times.push(ms)
  const isExpected = kind !== 'instant' || body.includes('"status":"Completed"')
  if (status < '300' && isExpected) acknowledged.write(`${body.slice(8, 44)}\n`)
  else {
    counts.refused += 1
    refusal = `${status} ${body}`
  }
}

await Promise.all(
  Array.from({ length: Number(connections) }, () => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    listen(socket)
    socket.once('connect', () => send(socket))
    return new Promise<void>((resolve) => socket.once('close', () => resolve()))
  }),
)
const tookSeconds = (performance.now() - startedAt) / 1_000
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
await new Promise<void>((resolve) => acknowledged.end(resolve))
console.log(`RESULT ${counts.answered} ${tookSeconds} ${at(0.5)} ${at(0.99)} ${counts.refused} ${counts.failed}`)
if (refusal) console.log(`REFUSAL ${refusal}`)
