/**
 * `npm run bench:verify`: the verification of the books that runs every ten minutes, in a bank with a million postings and in one
 * with ten million, on as many accounts. Fails where the large past makes it slower. `--rows=1000000` makes the large bank smaller.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { invariants } from '../server/src/ledger/books/invariants.ts'
import { checkBooks, differenceCents } from '../server/src/ledger/check-books.ts'
import { APPLICATION_ROLE, type Connection, openPool, type Sql } from '../server/src/platform/db/connection.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { migrate } from '../server/src/platform/db/migrator.ts'
import { onInterrupt } from './processes.ts'
import { medianOf, type Report, rounded, runBenchmark, type Settings, whole } from './report.ts'
import { fillChains, postMore } from './verify/fill-chains.ts'

/** The maximum time of a run in the large bank, as a multiple of the small bank's. */
const LIMIT = 1.5
const FULL = { accounts: 100_000, runs: 9, changed: 1_000 }
const QUICK = { accounts: 200, runs: 2, changed: 20 }

type Cost = { seconds: number; pages: number }
type Measured = { postings: number; first: Cost; run: Cost; newPart: Cost; everything: Cost }

async function open(connection: Connection & { database: string }, name: string, accounts: number, postings: number) {
  const server = openPool(connection, { max: 1 })
  await server.unsafe(`create database ${name}`)
  await server.end()
  const own = { ...connection, database: name }
  await migrate(own)
  const owner = openPool(own, { max: 1 })
  onInterrupt(() => owner.end({ timeoutMs: 0 }))
  const startedAt = Date.now()
  await fillChains(owner, accounts, postings / accounts)
  console.log(`${name}: ${whole(postings)} postings, ${rounded((Date.now() - startedAt) / 1000, 0)} s to fill`)
  return { owner, sql: openPool(own, { max: 2, role: APPLICATION_ROLE }) }
}

/** Time, and pages of PostgreSQL that were looked at, in memory or not. */
async function costOf(sql: Sql, work: () => PromiseLike<unknown>): Promise<Cost> {
  const pages = async () => {
    const [row] = await sql<{ pages: bigint }[]>`
      select blks_hit + blks_read as pages from pg_stat_database where datname = current_database()`
    return Number(row?.pages ?? 0n)
  }
  const before = await pages()
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  // PostgreSQL adds a connection's counts at most once a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await sql`select 1`
  return { seconds, pages: (await pages()) - before }
}

const median = (costs: readonly Cost[]): Cost => ({
  seconds: medianOf(costs.map(({ seconds }) => seconds)),
  pages: medianOf(costs.map(({ pages }) => pages)),
})

async function measureBank(owner: Sql, sql: Sql, postings: number, { runs, changed }: typeof FULL): Promise<Measured> {
  const verify = async (recheckedPostings?: number) => {
    const check = await checkBooks(sql, new Date(), recheckedPostings === undefined ? {} : { recheckedPostings })
    if (differenceCents(check) !== 0n || check.unbalancedAccounts > 0n)
      throw new Error(`The books do not balance: ${check.unbalancedAccounts} accounts are wrong`)
  }
  const first = await costOf(sql, () => verify())
  await owner.unsafe('vacuum (analyze) account_checks')
  const [all, newParts]: [Cost[], Cost[]] = [[], []]
  for (let run = 0; run < runs; run++) {
    await postMore(owner, changed)
    all.push(await costOf(sql, () => verify()))
    await postMore(owner, changed)
    newParts.push(await costOf(sql, () => verify(0)))
  }
  await owner.unsafe('set statement_timeout = 0')
  const everything = await costOf(owner, async () => {
    for (const place of [0, 3, 4]) await invariants[place]?.check(owner, 'UTC')
  })
  return { postings, first, run: median(all), newPart: median(newParts), everything }
}

function toReport([small, large]: readonly [Measured, Measured], { accounts, changed }: typeof FULL): Report {
  const ratio = large.run.seconds / small.run.seconds
  const row = (title: string, pick: (bank: Measured) => Cost) => [
    title,
    ...[small, large].flatMap((bank) => [rounded(pick(bank).seconds), whole(pick(bank).pages)]),
  ]
  return {
    name: 'verify',
    method: `The job that verifies the books, with ${whole(changed)} new postings on ${whole(accounts)} accounts; medians. A page has 8 KB.`,
    tables: [
      {
        title: 'Verification of the books',
        columns: [
          '',
          ...[small, large].flatMap(({ postings }) => [`${whole(postings)}: s`, `${whole(postings)}: pages`]),
        ],
        rows: [
          row('a run', ({ run }) => run),
          row('a run without reading a part of the past again', ({ newPart }) => newPart),
          row('the first run', ({ first }) => first),
          row('invariants 1, 4 and 5 of `npm run verify`', ({ everything }) => everything),
        ],
      },
    ],
    failures: ratio > LIMIT ? [`a run takes ${rounded(ratio)} times as long, must be at most ${LIMIT}`] : [],
  }
}

async function measure({ quick, large }: Settings): Promise<Report> {
  const size = quick ? QUICK : FULL
  const postings = quick ? QUICK.accounts * 100 : large
  const dataDir = await mkdtemp(join(tmpdir(), 'openteller-verify-'))
  // The database may run as another user, who needs search permission on this folder.
  await chmod(dataDir, 0o711)
  const log = { info: () => {}, warn: (line: string) => console.error(line) }
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const measured: Measured[] = []
  try {
    for (const [name, rows] of [
      ['small', postings / 10],
      ['large', postings],
    ] as const) {
      const { owner, sql } = await open(postgres.connection, name, size.accounts, rows)
      measured.push(await measureBank(owner, sql, rows, size))
      for (const pool of [owner, sql]) await pool.end()
    }
    return toReport(measured as [Measured, Measured], size)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await runBenchmark(measure)
