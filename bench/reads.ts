/**
 * `npm run bench:reads`: the requests of customers' and administrators' pages, in a bank with ten thousand transactions and
 * in one with ten million (a million people), measured in turns in one run. Fails where the large bank exceeds its limit.
 * `--rows=1000000` makes the large bank smaller.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSession } from '../server/src/access/start-session.ts'
import { buildApp } from '../server/src/app.ts'
import { insertPerson } from '../server/src/customers/person.ts'
import { ensureSigningKey } from '../server/src/documents/issuing/signing-keys.ts'
import { createLedger } from '../server/src/ledger/ledger.ts'
import { readConfig } from '../server/src/platform/config/config.ts'
import { deriveKeys } from '../server/src/platform/crypto/keys.ts'
import { APPLICATION_ROLE, type Connection, openPool, type Sql } from '../server/src/platform/db/connection.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { migrate } from '../server/src/platform/db/migrator.ts'
import { onInterrupt } from './processes.ts'
import { fill, findBusiestCustomer, type Size } from './reads/fill.ts'
import { type Get, type PageRequest, pageRequestsFor } from './reads/page-requests.ts'
import { BUSY_MONTH, BUSY_MONTH_LINES } from './reads/rows.ts'
import { medianOf, type Report, rounded, runBenchmark, type Settings, type Table, whole } from './report.ts'

/** The maximum time, as a multiple of the small bank's. */
const LIMITS = { customer: 1.2, admin: 1.5 }
/** The maximum time of a search in the customer's whole history, in the large bank. */
const SEARCH_LIMIT_MS = 200
const SMALL: Size = { people: 10_000, transactions: 10_000 }
const FULL = { rounds: 100, warmUp: 15 }
const QUICK = { rounds: 3, warmUp: 1 }
const QUICK_SMALL: Size = { people: 1_000, transactions: 1_000 }

type OpenBank = Awaited<ReturnType<typeof open>>

/** Opens a bank of this size in its own database. */
async function open(connection: Connection & { database: string }, name: string, size: Size) {
  const owner = openPool(connection, { max: 1 })
  await owner.unsafe(`create database ${name}`)
  await owner.end()
  const own = { ...connection, database: name }
  await migrate(own)
  const startedAt = Date.now()
  const [filler, helper] = [openPool(own, { max: 1 }), openPool(own, { max: 1 })]
  for (const pool of [filler, helper]) onInterrupt(() => pool.end({ timeoutMs: 0 }))
  await fill(filler, helper, size)
  for (const pool of [filler, helper]) await pool.end()
  console.log(`${name}: ${size.transactions.toLocaleString('en-US')} transactions, ${seconds(startedAt)} s to fill`)

  const sql = openPool(own, { max: 4, role: APPLICATION_ROLE })
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  const ledger = createLedger(sql, { zone: 'UTC' })
  const keys = deriveKeys('a secret for benchmarks, long enough')
  const signer = openPool(own, { max: 1 })
  await ensureSigningKey(sql, keys, new Date(), (work) => work(signer))
  await signer.end()
  const { app } = await buildApp({ sql, ledger, keys, config, now: () => new Date() })
  const tokens = await startSessions(sql)
  const get: Get = async (who, path) => {
    const headers = { authorization: `Bearer ${tokens[who]}` }
    const response = await app.inject({ method: 'GET', url: `/api${path}`, headers })
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${response.body}`)
    return response
  }
  const close = async () => {
    await app.close()
    await sql.end()
  }
  return { get, close, pageRequests: await pageRequestsFor(get) }
}

/** Sessions of an administrator and of the customer with the longest history. */
async function startSessions(sql: Sql) {
  const at = new Date()
  const origin = { userAgent: 'bench', address: '' }
  const admin = { fullName: 'Bench Admin', email: 'bench@fable.example', passwordHash: 'none', role: 'Admin' as const }
  const customerId = await findBusiestCustomer(sql)
  const adminId = (await sql.begin((tx) => insertPerson(tx, { ...admin, status: 'Active', at }))) as string
  return {
    admin: await startSession(sql, adminId, at, origin),
    customer: await startSession(sql, customerId, at, origin),
  }
}

const seconds = (since: number) => ((Date.now() - since) / 1000).toFixed(1)

/** A page sends all its requests at once. */
async function timed({ get }: OpenBank, { who, paths }: PageRequest): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(paths.map((path) => get(who, path)))
  return performance.now() - startedAt
}

/** In turns, so that other load on the machine slows both alike. */
async function compare(small: OpenBank, large: OpenBank, name: string, { rounds, warmUp }: typeof FULL) {
  const [smallRequest, largeRequest] = [small.pageRequests[name], large.pageRequests[name]]
  if (!smallRequest || !largeRequest) throw new Error(`Only one of the two banks has the page ${name}`)
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < rounds + warmUp; round++) {
    const [fromSmall = 0, fromLarge = 0] =
      round % 2 === 0
        ? [await timed(small, smallRequest), await timed(large, largeRequest)]
        : [await timed(large, largeRequest), await timed(small, smallRequest)].reverse()
    if (round < warmUp) continue
    times.small.push(fromSmall)
    times.large.push(fromLarge)
  }
  const { who, kind } = smallRequest
  return { name, who, kind, small: medianOf(times.small), large: medianOf(times.large) }
}

type Comparison = Awaited<ReturnType<typeof compare>>

function toReport(comparisons: readonly Comparison[], size: Size): Report {
  return {
    name: 'reads',
    method: `Complete calls, from request to response, in a bank with ${whole(SMALL.transactions)} transactions and in one with
${whole(size.transactions)} (${whole(size.people)} people), alternately. The customer is the one with the longest history: one transaction in a
hundred is theirs, on three accounts, and ${BUSY_MONTH_LINES} in ${BUSY_MONTH}, whose statement is read. Some transactions have notes, categories and risk flags.
The tables show the median of ${FULL.rounds}. Statements of the large bank use sums of months, which a job keeps for accounts with many postings (record 087).`,
    tables: [
      tableOf(`Requests of a customer, at most ${LIMITS.customer} times as long`, comparisons.filter(isOf('customer'))),
      tableOf(
        `Searches of a customer with ${whole(size.transactions / 100)} transactions, at most ${SEARCH_LIMIT_MS} ms`,
        comparisons.filter(({ kind }) => kind === 'search'),
      ),
      tableOf(`Requests of an administrator, at most ${LIMITS.admin} times as long`, comparisons.filter(isOf('admin'))),
    ],
    failures: comparisons.flatMap(failureOf),
  }
}

const isOf =
  (wanted: Comparison['who']) =>
  ({ who, kind }: Comparison) =>
    who === wanted && kind === 'list'

function failureOf(page: Comparison): string[] {
  if (page.kind === 'search')
    return page.large > SEARCH_LIMIT_MS
      ? [`${page.name}: ${rounded(page.large)} ms, must be at most ${SEARCH_LIMIT_MS}`]
      : []
  const limit = LIMITS[page.who]
  return ratio(page) > limit ? [`${page.name}: ${rounded(ratio(page))} times as long, must be at most ${limit}`] : []
}

const ratio = ({ small, large }: Comparison) => large / small

const tableOf = (title: string, pages: readonly Comparison[]): Table => ({
  title,
  columns: ['', 'small ms', 'large ms', 'ratio'],
  rows: pages.map((page) => [page.name, rounded(page.small), rounded(page.large), rounded(ratio(page))]),
})

async function measure({ quick, large: transactions }: Settings): Promise<Report> {
  const size: Size = quick ? { people: 500, transactions: 5_000 } : { people: transactions / 10, transactions }
  const dataDir = await mkdtemp(join(tmpdir(), 'openteller-reads-'))
  // The database may run as another user, who needs search permission on this folder.
  await chmod(dataDir, 0o711)
  const log = { info: () => {}, warn: (line: string) => console.error(line) }
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const banks: OpenBank[] = []
  try {
    const small = await open(postgres.connection, 'small', quick ? QUICK_SMALL : SMALL)
    banks.push(small)
    const large = await open(postgres.connection, 'large', size)
    banks.push(large)
    const comparisons: Comparison[] = []
    for (const name of Object.keys(small.pageRequests)) {
      const compared = await compare(small, large, name, quick ? QUICK : FULL)
      comparisons.push(compared)
      console.log(`  ${name}: ${rounded(compared.small)} and ${rounded(compared.large)} ms`)
    }
    return toReport(comparisons, size)
  } finally {
    await Promise.all(banks.map(({ close }) => close()))
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await runBenchmark(measure)
