/**
 * `npm run bench:lists`: the lists and searches of the back office, with ten thousand rows and with ten million (a million
 * people), measured in turns on one machine in one run. Prints a table and fails where the large one takes more than half
 * as long again as the small one. `--rows=1000000` makes the large one smaller.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config.ts'
import { APPLICATION_ROLE, type Connection, openPool } from '../server/src/db/connection.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { migrate } from '../server/src/db/migrator.ts'
import { startSession } from '../server/src/http/sessions.ts'
import { deriveKeys } from '../server/src/keys.ts'
import { createLedger } from '../server/src/ledger/ledger.ts'
import { insertPerson } from '../server/src/people/person.ts'
import { fill, type Size } from './lists-data.ts'

const LIMIT = 1.5
const ROUNDS = Number(process.env.BENCH_RUNS ?? 150)
const WARM_UP = 20
const SMALL: Size = { people: 10_000, transactions: 10_000 }

function largeSize(): Size {
  const given = process.argv.find((argument) => argument.startsWith('--rows='))
  const transactions = given ? Number(given.slice('--rows='.length)) : 10_000_000
  if (!Number.isInteger(transactions) || transactions < 100_000) throw new Error('--rows is a whole number from 100000')
  return { people: transactions / 10, transactions }
}

type House = Awaited<ReturnType<typeof open>>

/** A bank of this size on a database of its own, and an administrator in it. */
async function open(connection: Connection & { database: string }, name: string, size: Size) {
  const owner = openPool(connection, { max: 1 })
  await owner.unsafe(`create database ${name}`)
  await owner.end()
  const own = { ...connection, database: name }
  await migrate(own)
  const begun = Date.now()
  const filler = openPool(own, { max: 1 })
  await fill(filler, size)
  await filler.end()
  console.log(`${name}: ${size.transactions.toLocaleString('en-US')} transactions, ${seconds(begun)} s to fill`)

  const sql = openPool(own, { max: 4, role: APPLICATION_ROLE })
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  const now = () => new Date()
  const ledger = createLedger(sql, { zone: 'UTC' })
  const { app } = await buildApp({ sql, ledger, keys: deriveKeys('a secret for benchmarks, long enough'), config, now })
  const admin = { fullName: 'Bench Admin', email: 'bench@fable.example', passwordHash: 'none', role: 'Admin' as const }
  const id = await sql.begin((tx) => insertPerson(tx, { ...admin, status: 'Active', at: now() }))
  const token = await startSession(sql, id as string, now(), { userAgent: 'bench', address: '' })
  const get = async (path: string) => {
    const answer = await app.inject({
      method: 'GET',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}` },
    })
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
    return answer
  }
  const close = async () => {
    await app.close()
    await sql.end()
  }
  return { name, get, close, questions: await questionsFor(get) }
}

const seconds = (since: number) => ((Date.now() - since) / 1000).toFixed(1)

/** The same questions in both, about somebody and something from the middle of each. */
async function questionsFor(get: (path: string) => Promise<{ json: () => { _id: string; user: { _id: string } }[] }>) {
  const [middle] = (await get('/transactions/admin?to=2025-03-01&limit=1')).json()
  const [act] = (await get('/admin/audit?to=2025-03-01&limit=1')).json() as unknown as { actor: { _id: string } }[]
  const total = Number(
    ((await get('/users/all')) as unknown as { headers: Record<string, string> }).headers['x-total-count'],
  )
  if (!middle || !act) throw new Error('There is nothing in the middle')
  return {
    'users: first page': '/users/all',
    'users: a later page': '/users/all?page=40',
    'users: last page': `/users/all?page=${Math.ceil(total / 5)}`,
    'users: search, one found': '/users/all?search=person4321@',
    'users: search, few found': '/users/all?search=on4321',
    'users: search, nobody found': '/users/all?search=nobody-has-this',
    'users: search, everybody found': '/users/all?search=example',
    'users: search, one letter': '/users/all?search=p',
    'transactions: newest': '/transactions/admin',
    'transactions: waiting, oldest first': '/transactions/admin?status=Pending&order=oldest&limit=10',
    'transactions: decided': '/transactions/admin?decided=true&limit=15',
    'transactions: declined': '/transactions/admin?status=Declined',
    'transactions: deposits only': '/transactions/admin?type=Deposit',
    'transactions: from the middle on': '/transactions/admin?to=2025-03-01',
    'transactions: of one person': `/transactions/admin?userId=${middle.user._id}`,
    'transactions: by whole id': `/transactions/admin?search=${middle._id}`,
    'transactions: by the beginning of an id': `/transactions/admin?search=${middle._id.slice(0, 10)}&limit=1`,
    'one transaction with all it rests on': `/admin/transactions/${middle._id}`,
    'audit: newest': '/admin/audit',
    'audit: one action': '/admin/audit?action=pin.reset',
    'audit: one administrator': `/admin/audit?actor=${act.actor._id}`,
    'audit: one person': `/admin/audit?person=${middle.user._id}`,
    'audit: from the middle on': '/admin/audit?to=2025-03-01',
  }
}

async function timed(house: House, question: keyof House['questions']): Promise<number> {
  const begun = performance.now()
  await house.get(house.questions[question])
  return performance.now() - begun
}

const middleOf = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
const rounded = (ms: number) => Math.round(ms * 100) / 100

/** In turns, so that whatever else the machine does slows both. */
async function compare(small: House, large: House): Promise<string[]> {
  const table: Record<string, object> = {}
  const failures: string[] = []
  for (const question of Object.keys(small.questions) as (keyof House['questions'])[]) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round < ROUNDS + WARM_UP; round++) {
      const [fromSmall, fromLarge] =
        round % 2 === 0
          ? [await timed(small, question), await timed(large, question)]
          : [await timed(large, question), await timed(small, question)].reverse()
      if (round < WARM_UP) continue
      times.small.push(fromSmall ?? 0)
      times.large.push(fromLarge ?? 0)
    }
    const [few, many] = [middleOf(times.small), middleOf(times.large)]
    const ratio = many / few
    table[question] = { 'small ms': rounded(few), 'large ms': rounded(many), ratio: rounded(ratio) }
    if (ratio > LIMIT) failures.push(`${question}: ${rounded(ratio)} times as long, must be at most ${LIMIT}`)
  }
  console.table(table)
  return failures
}

const dataDir = await mkdtemp(join(tmpdir(), 'openteller-lists-'))
// The database may run under another user, who has to be able to walk in here.
await chmod(dataDir, 0o711)
const log = { info: () => {}, warn: (line: string) => console.error(line) }
const postgres = await startEmbeddedPostgres({ dataDir, log })
let failures: string[] = []
try {
  const small = await open(postgres.connection, 'small', SMALL)
  const large = await open(postgres.connection, 'large', largeSize())
  failures = await compare(small, large)
  await Promise.all([small.close(), large.close()])
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
