import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeBankFolder } from '../../test/bank-folder.ts'
import { urlOf } from '../../test/bank-process.ts'
import { createTestDatabase } from '../../test/database.ts'
import { insertPerson } from '../customers/person.ts'
import { readConfig } from '../platform/config/config.ts'
import { openPool, type Sql } from '../platform/db/connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'
import { runStatement } from '../platform/db/run-statement.ts'
import { askYesOrNo } from '../platform/runtime/ask-yes-or-no.ts'
import { backUp } from './back-up.ts'
import { requireBackup } from './last-backup.ts'

/** A migration outside of a transaction, whose statements may run again. */
const REPEATABLE = '0015-search-by-trigram.sql'
const ADA = {
  fullName: 'Ada',
  email: 'ada@backup.example',
  passwordHash: 'none',
  role: 'User',
  status: 'Active',
} as const
const NONE = { databaseUrl: null, backupDir: null }

let dataDir: string
let backupDir: string
let postgres: EmbeddedPostgres
let owner: Sql

beforeAll(async () => {
  dataDir = await makeBankFolder()
  backupDir = join(dataDir, 'backups')
  const log = { info: () => {}, warn: () => {} }
  postgres = await startEmbeddedPostgres({ dataDir, backupDir, archiveTimeoutSeconds: 1, log })
  owner = openPool(postgres.connection, { max: 1 })
})
afterAll(async () => {
  await owner.end({ timeoutMs: 1_000 })
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

const forget = () => owner`delete from schema_migrations where name = ${REPEATABLE}`

type Answer = { withoutBackup?: boolean; ask?: ((question: string) => Promise<boolean>) | null }
async function required(
  config: typeof NONE | { databaseUrl: string | null; backupDir: string | null },
  answer: Answer,
) {
  const lines: string[] = []
  const { withoutBackup = false, ask = null } = answer
  await requireBackup(config, owner, { print: (line) => lines.push(line), withoutBackup, ask })
  return lines
}

/** The program, as a container runs it: without a terminal. */
async function migrate(url: string, ...args: string[]) {
  const program = fileURLToPath(new URL('../programs/migrate.ts', import.meta.url))
  const env = { ENV_FILE: 'off', DATABASE_URL: url, APP_SECRET: 'a secret for tests that is long enough' }
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}

test('a database without data needs no backup', async () => {
  const empty = `empty_${newId().replaceAll('-', '')}`
  await runStatement(postgres.connection, `create database ${empty}`)
  const created = await migrate(urlOf({ ...postgres.connection, database: empty }))
  expect(created).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^Created the tables with \d+ migrations/),
  })
  await forget()
  expect(await required(NONE, {})).toEqual([])
})

test('without a backup someone decides, and without a terminal nothing is migrated', async () => {
  await owner.begin((tx) => insertPerson(tx, { ...ADA, at: new Date() }))
  await expect(required(NONE, {})).rejects.toThrow(
    /^No backup is known, and migrations would be applied \(1\)\. .*--without-backup/,
  )
  const questions: string[] = []
  const answer = (yes: boolean) => async (question: string) => {
    questions.push(question)
    return yes
  }
  await expect(required(NONE, { ask: answer(false) })).rejects.toThrow('Cancelled. Nothing was changed.')
  expect(await required(NONE, { ask: answer(true) })).toEqual([])
  expect(questions).toEqual(Array(2).fill('No backup is known. Migrate anyway? [y/N] '))
  expect(await required(NONE, { withoutBackup: true })).toEqual(['No backup is known.'])
})

test('the command refuses without a terminal, unless it is told that no backup is needed', async () => {
  // The PostgreSQL of the tests archives nothing.
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const sql = openPool(database.connection, { max: 1 })
  await sql.begin((tx) => insertPerson(tx, { ...ADA, at: new Date() }))
  const remove = `delete from schema_migrations where name = '${REPEATABLE}'`
  await sql.unsafe(remove)
  await sql.end()
  const url = urlOf(database.connection)
  const refused = await migrate(url)
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^No backup is known, .*\n$/) })
  const told = await migrate(url, '--without-backup')
  expect(told).toMatchObject({ code: 0, err: '' })
  expect(told.out).toBe(`No backup is known.\nApplied migration ${REPEATABLE}.\nThe database is up to date.\n`)
  // Nothing is left to migrate, so nothing is at stake.
  expect(await migrate(url)).toEqual({ code: 0, err: '', out: 'No backup is known.\nThe database is up to date.\n' })
}, 60_000)

test('the base backup of an embedded database is named with its age and place', async () => {
  await backUp({ ...readConfig({}), dataDir, backupDir }, 7, () => {})
  const [line] = await required({ databaseUrl: null, backupDir }, {})
  expect(line).toMatch(/^Last backup: 20\S+Z, \d+ seconds? ago, in \S+\/backups\/base\/20\S+Z\.$/)
  await expect(required({ databaseUrl: null, backupDir: join(dataDir, 'elsewhere') }, {})).rejects.toThrow('No backup')
})

test('the archive of another PostgreSQL counts', async () => {
  await owner`select pg_switch_wal()`
  const at = async () =>
    (await owner<{ at: Date | null }[]>`select last_archived_time as at from pg_stat_archiver`)[0]?.at
  await expect.poll(at).toBeInstanceOf(Date)
  const done = await migrate(urlOf(postgres.connection))
  expect(done.out).toMatch(/^Last backup: PostgreSQL archived its log at 20\S+Z, \d+ \w+ ago\. Whether a base backup/)
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining(`Applied migration ${REPEATABLE}.`) })
})

test.each([
  ['y\n', true],
  ['YES\n', true],
  ['\n', false],
  ['no\n', false],
  ['yy\n', false],
  ['', false],
])('the answer %j means %s', async (typed, meaning) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  input.end(typed)
  expect(await askYesOrNo('Really? ', input, output)).toBe(meaning)
  expect(String(output.read())).toBe('Really? ')
})
