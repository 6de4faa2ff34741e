/**
 * `npm run migrate:trial -- [--from REF] [--rows 1000000] [--limit-ms 2000]`: applies this version's migrations to a database of the
 * version REF (the commit before the newest migration), filled with rows, while a server of REF serves customers. Then that server
 * restarts on the new schema, and a server of this version replaces it. Exits with code 1 if a request fails or takes longer than the
 * limit, and with 77 if there is no version before.
 */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { APPLICATION_ROLE, openPool } from '#server/platform/db/connection.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrator.ts'
import { addressOf, makeDataDir, spawnBank, stopBank, urlOf } from '../../server/test/bank-process.ts'
import { fillTables } from './fill.ts'
import { Load } from './load.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SETTLE_MS = 5_000
const CUSTOMERS = 4
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    rows: { type: 'string', default: '1000000' },
    'limit-ms': { type: 'string', default: '2000' },
  },
})
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
const from = values.from === undefined ? findVersionBefore() : requireVersion(values.from)
const [rows, limitMs] = [Number(values.rows), Number(values['limit-ms'])]
if (!Number.isInteger(rows) || !(limitMs > 0)) throw new Error('--rows and --limit-ms are numbers')

const log = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
const dataDir = await makeDataDir('migration-trial')
const before = join(dataDir, 'before')
const servers: ChildProcess[] = []
const postgres = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: log } })

/** A copy without history has none: the trial can't run there. */
function findVersionBefore(): string {
  try {
    const adding = git('log', '--diff-filter=A', '--format=%H', '--', 'server/migrations').trim().split('\n')
    // A migration may be edited between two releases: a version that has applied another text of it can't be upgraded.
    const isBefore = (commit: string) =>
      git('diff', '--name-status', commit, 'HEAD', '--', 'server/migrations')
        .trim()
        .split('\n')
        .every((line) => line.startsWith('A'))
    const newest = adding.find((commit) => isBefore(`${commit}^`)) ?? ''
    return git('rev-parse', '--verify', '--quiet', `${newest}^`).trim()
  } catch {
    console.error('Not run: the history of this copy has no version before the newest migration')
    return process.exit(77)
  }
}

/** A tag or a commit that this copy of the repository has. */
function requireVersion(ref: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).trim() && ref
  } catch {
    console.error(`--from must name a tag or a commit of this copy, got "${ref}": see 'git tag' and 'git log'.`)
    return process.exit(1)
  }
}

/** The modules of the version before, which write the rows that its schema has. */
type PeopleModule = Pick<typeof import('../people.ts'), 'createPeople' | 'PASSWORD' | 'PIN'>

async function startServer(folder: string, settings: Record<string, string> = {}) {
  const { APP_SECRET } = await import('../system.ts')
  const child = spawnBank({
    program: join(folder, 'server/src/main.ts'),
    env: {
      DATABASE_URL: urlOf(postgres.connection),
      APP_SECRET,
      DEMO: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      DATA_DIR: join(dataDir, 'server'),
      ...settings,
    },
  })
  servers.push(child)
  return { child, address: await addressOf(child) }
}

async function trial(): Promise<boolean> {
  git('worktree', 'add', '--detach', before, from)
  await symlink(join(ROOT, 'node_modules'), join(before, 'node_modules'))
  let old = await startServer(before)
  log(`A server of ${from} runs; filling ${rows.toLocaleString('en')} rows into five tables …`)
  const owner = openPool(postgres.connection, { max: 1 })
  await fillTables(owner, rows)
  await owner.end()
  const people = (await import(pathToFileURL(join(before, 'faults/people.ts')).href)) as PeopleModule
  const openSql = () => openPool(postgres.connection, { max: 1, role: APPLICATION_ROLE })
  const counts = {
    customers: CUSTOMERS * 2,
    devices: 0,
    regulars: 0,
    admins: 0,
    newcomers: 0,
    proposers: 0,
    leavers: 0,
  }
  const { customers } = await people.createPeople({ openSql }, counts)
  let { address } = old
  const load = new Load({
    address: () => address,
    password: people.PASSWORD,
    pin: people.PIN,
    customers: customers.filter(({ hasCode }) => !hasCode).slice(0, CUSTOMERS),
  })
  await load.start()
  await sleep(SETTLE_MS)
  load.phase('first migration')
  await migrate(postgres.connection, {
    onProgress: log,
    onApplied: (name) => {
      const phase = load.phases.at(-1)
      if (phase) phase.name = name
      load.phase('next migration')
    },
  })
  log('Migrated; the server of the version before goes on.')
  const last = load.phases.at(-1)
  if (last) last.name = 'version before on the new schema'
  await sleep(SETTLE_MS)

  const again = await startServer(before, { ACCEPT_NEWER_SCHEMA: 'on' })
  address = again.address
  await stopBank(old.child)
  old = again
  load.phase('version before, restarted with ACCEPT_NEWER_SCHEMA')
  await sleep(SETTLE_MS)
  const next = await startServer(ROOT)
  load.phase('this version, the one before stops')
  address = next.address
  await sleep(500)
  await stopBank(old.child)
  await sleep(SETTLE_MS)
  await load.stop()
  return report(load)
}

function report({ phases, problems }: Load): boolean {
  console.log('\n| phase | seconds | requests | failed | slowest |\n| --- | --- | --- | --- | --- |')
  for (const { name, ms, requests, failed, slowestMs } of phases)
    console.log(`| ${name} | ${(ms / 1_000).toFixed(1)} | ${requests} | ${failed} | ${slowestMs} ms |`)
  for (const problem of problems.slice(0, 10)) console.log(`PROBLEM ${problem}`)
  const slow = phases.filter(({ slowestMs }) => slowestMs > limitMs)
  for (const { name, slowestMs } of slow) console.log(`PROBLEM ${name}: a request took ${slowestMs} ms`)
  return problems.length === 0 && slow.length === 0
}

let passed = false
try {
  passed = await trial()
} finally {
  await Promise.all(servers.map((server) => stopBank(server)))
  await postgres.stop()
  git('worktree', 'remove', '--force', before)
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(passed ? 0 : 1)
