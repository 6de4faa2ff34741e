import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { openPool } from '../../server/src/platform/db/connection.ts'
import { BenchError } from '../database.ts'
import { killOnInterrupt } from '../processes.ts'
import { findProgram } from './find-program.ts'

/** A million accounts and ten branches: with one branch, pgbench's clients would contend for its one row. */
const SCALE = 10
const PGLEDGER_ACCOUNTS = 30_000
const PGLEDGER_DATABASE = 'openteller_bench_pgledger'

/** What the ledger is compared with, driven by pgbench on the same PostgreSQL. */
export const REFERENCES = {
  tpcb: { title: 'pgbench TPC-B', clients: [4, 8, 16] },
  pgledger: { title: 'pgledger, between accounts', clients: [4, 8, 16] },
  pgledgerOne: { title: 'pgledger, all from one account', clients: [1, 2, 4] },
} as const
export type ReferenceName = keyof typeof REFERENCES
export const REFERENCE_ORDER = Object.keys(REFERENCES) as ReferenceName[]
export type Reference = { url: string; perSecond: (clients: number, seconds: number) => Promise<number> }
type References = { version: string | null; references: Partial<Record<ReferenceName, Reference>> }

/** Debian installs it beside the server and not on PATH. */
function findPgbench(): string | null {
  const folders = ['/usr/lib/postgresql', '/usr/local/opt'].flatMap((root) => {
    try {
      return readdirSync(root).map((version) => `${root}/${version}/bin`)
    } catch {
      return []
    }
  })
  return findProgram('pgbench', folders)
}

type Options = { url: string; folder: string; quick: boolean; pgledger: string | undefined }

/** pgbench's built-in TPC-B (three updates, a read and an insert), and pgledger where its SQL is given. */
export async function openReferences({ url, folder, quick, pgledger }: Options): Promise<References> {
  const program = findPgbench()
  if (!program && quick) return { version: null, references: {} }
  if (!program)
    throw new BenchError(
      'pgbench is required as the reference and is not installed. On Debian: apt-get install postgresql',
    )
  const version = await run(program, ['--version'])
  await run(program, ['-i', '-q', '-s', String(quick ? 1 : SCALE), url])
  const reference = (url: string, ...args: string[]): Reference => ({
    url,
    perSecond: (clients, seconds) => measure(program, [...concurrency(clients, seconds), ...args, url]),
  })
  const references: References['references'] = { tpcb: reference(url) }
  if (pgledger) {
    const peerUrl = await openPgledger(url, pgledger)
    const [between, fromOne] = await writeScripts(folder)
    references.pgledger = reference(peerUrl, '-n', '-f', between)
    references.pgledgerOne = reference(peerUrl, '-n', '-f', fromOne)
  }
  return { version: version.trim(), references }
}

const concurrency = (clients: number, seconds: number) => [
  '-M',
  'prepared',
  '-c',
  String(clients),
  '-j',
  String(Math.min(2, clients)),
  '-T',
  String(Math.ceil(seconds)),
]

async function measure(program: string, args: string[]): Promise<number> {
  const output = await run(program, args)
  const [, rate] = /tps = ([\d.]+) \(without/.exec(output) ?? []
  if (!rate) throw new Error(`pgbench printed no rate:\n${output}`)
  return Number(rate)
}

/** pgledger in a database of its own, with as many accounts as in its published comparisons, which may be overdrawn. */
async function openPgledger(url: string, file: string): Promise<string> {
  const owner = openPool({ url }, { max: 1 })
  await owner.unsafe(`drop database if exists ${PGLEDGER_DATABASE}`)
  await owner.unsafe(`create database ${PGLEDGER_DATABASE}`)
  await owner.end()
  const peerUrl = new URL(url)
  peerUrl.pathname = `/${PGLEDGER_DATABASE}`
  const sql = openPool({ url: peerUrl.href }, { max: 1 })
  try {
    await sql.unsafe(await readFile(file, 'utf8'))
    await sql.unsafe(`
      insert into pgledger_accounts (id, name, currency, allow_negative_balance, allow_positive_balance, created_at, updated_at)
      select 'pgla_' || lpad(n::text, 26, '0'), 'Account ' || n, 'USD', true, true, now(), now()
      from generate_series(1, ${PGLEDGER_ACCOUNTS}) as n`)
    await sql.unsafe('vacuum (analyze) pgledger_accounts')
  } finally {
    await sql.end()
  }
  return peerUrl.href
}

async function writeScripts(folder: string): Promise<[string, string]> {
  const script = (from: string) => `\\set from ${from}
\\set to 1 + (:from + random(0, ${PGLEDGER_ACCOUNTS - 2})) % ${PGLEDGER_ACCOUNTS}
\\set amount random(1, 500)
select id from pgledger_create_transfer('pgla_' || lpad((:from)::text, 26, '0'), 'pgla_' || lpad((:to)::text, 26, '0'), :amount);
`
  const files: [string, string] = [`${folder}/pgledger.pgbench`, `${folder}/pgledger-one.pgbench`]
  await writeFile(files[0], script(`random(1, ${PGLEDGER_ACCOUNTS})`))
  await writeFile(files[1], script('1'))
  return files
}

async function run(program: string, args: string[]): Promise<string> {
  const child = killOnInterrupt(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }))
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (bytes: Buffer) => {
    output.stdout += bytes
  })
  child.stderr.on('data', (bytes: Buffer) => {
    output.stderr += bytes
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`pgbench ended with code ${code}:\n${output.stderr}`)
  return output.stdout
}
