import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { provideDisk } from '../../../faults/disk.ts'
import { makeBankFolder } from '../../test/bank-folder.ts'
import { urlOf } from '../../test/bank-process.ts'
import { createCertificate, trust } from '../../test/certificates.ts'
import { createTestDatabase } from '../../test/database.ts'
import { openMailServer, type TestMailServer } from '../../test/mail-server.ts'
import { insertPerson } from '../customers/person.ts'
import { DEMO_PEOPLE } from '../demo/demo-people.ts'
import { checkBooks } from '../ledger/check-books.ts'
import { readConfig } from '../platform/config/config.ts'
import { APPLICATION_ROLE, openPool, type Sql } from '../platform/db/connection.ts'
import { DatabaseClock } from '../platform/db/database-clock.ts'
import { DatabaseMonitor } from '../platform/db/database-monitor.ts'
import { listBackups } from '../platform/db/embedded/base-backup.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'
import { backUp } from './back-up.ts'
import { judgeArchive } from './doctor/check-backups.ts'
import { judgeVersion } from './doctor/check-database.ts'
import { checkDisk } from './doctor/check-disks.ts'
import { examine } from './doctor.ts'
import { prepareDatabase } from './prepare-database.ts'

const SECRET = 'n0T-prInted-aNywhere-4f1e9c07b2d8'
const PASSWORD = 'hunter2-of-the-mail-server'

/** A bank with everything that it should have, on an embedded PostgreSQL that a server runs. */
let dataDir: string
let backupDir: string
let folder: string
let postgres: EmbeddedPostgres
let owner: Sql
let mail: TestMailServer
let sound: Record<string, string>
const printed: string[] = []

beforeAll(async () => {
  dataDir = await makeBankFolder()
  backupDir = join(dataDir, 'backups')
  folder = await mkdtemp(join(tmpdir(), 'openteller-tests-'))
  postgres = await startEmbeddedPostgres({ dataDir, backupDir, log: { info: () => {}, warn: () => {} } })
  owner = openPool(postgres.connection, { max: 1 })
  mail = await openMailServer()
  const [user, password] = ['bank', encodeURIComponent(PASSWORD)]
  const SMTP_URL = mail.url.replace('smtp://', `smtp://${user}:${password}@`)
  sound = { ENV_FILE: 'off', DEMO: 'off', DATA_DIR: dataDir, BACKUP_DIR: backupDir, APP_SECRET: SECRET, SMTP_URL }
  const { connection } = postgres
  await prepareDatabase(readConfig(sound), { sql: owner, connection, clock: new DatabaseClock(), print: () => {} })
  const server = openPool(connection, { max: 1, role: APPLICATION_ROLE })
  await new DatabaseMonitor(server).requireWritable()
  await server.end()
  await checkBooks(owner, new Date())
  await backUp(readConfig(sound), 7, () => {})
})
afterAll(async () => {
  await Promise.all([owner.end({ timeoutMs: 1_000 }), mail.close()])
  await postgres.stop()
  for (const one of [dataDir, folder]) await rm(one, { recursive: true, force: true, maxRetries: 5 })
})

type Examined = { isSound: boolean; lines: string[]; of: (name: string) => string }

async function run(env: Record<string, string> = {}, now?: () => Date): Promise<Examined> {
  const lines: string[] = []
  const isSound = await examine({ ...sound, ...env }, (line) => lines.push(line), now ? { now } : {})
  printed.push(...lines)
  expect(isSound).toBe(!lines.some((line) => line.startsWith('WRONG')))
  const of = (name: string) => lines.find((line) => line.slice(13).startsWith(`${name}: `)) ?? ''
  return { isSound, lines, of }
}

/** The names of what is wrong. */
const wrongIn = ({ lines }: Examined) =>
  lines.filter((line) => line.startsWith('WRONG')).map((line) => line.slice(13).split(':')[0])

/** Runs statements as the owner, looks, and undoes them. */
async function after(harm: string, undo: string, env = {}): Promise<Examined> {
  await owner.unsafe(harm)
  try {
    return await run(env)
  } finally {
    await owner.unsafe(undo)
  }
}

async function listen(server: Server | ReturnType<typeof createHttpsServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('of a bank in order, every line is ok or says why it was not checked', async () => {
  const found = await run()
  expect(found.lines.filter((line) => !line.startsWith('ok '))).toEqual([
    'not checked  TLS of the database: the embedded PostgreSQL is reached by a socket',
    'not checked  TLS of PUBLIC_URL: PUBLIC_URL is not set',
  ])
  expect(found.lines).toHaveLength(19)
  expect(found.of('mail server')).toContain('it answers')
  expect(mail.emails).toEqual([])
})

test('a variable that is wrong, missing in production, or no variable at all', async () => {
  const bad = await run({ PORT: 'abc' })
  expect(bad.lines).toEqual([expect.stringMatching(/^WRONG {8}configuration: PORT must be a whole number/)])
  const unset = await run({ NODE_ENV: 'production' })
  expect(wrongIn(unset)).toEqual(['configuration'])
  expect(unset.of('configuration')).toContain('PUBLIC_URL is not set')
  const file = join(folder, 'env')
  await writeFile(file, 'APP_SECERT=x\n')
  expect((await run({ ENV_FILE: file })).of('configuration')).toContain('APP_SECERT in')
})

test('a database that can’t be reached is said, and the rest is checked', async () => {
  const away = await run({ DATABASE_URL: `postgres://bank:${PASSWORD}@127.0.0.1:9/bank` })
  expect(away.of('database')).toMatch(/^WRONG .*ECONNREFUSED.* Check DATABASE_URL/)
  expect(wrongIn(away)).toEqual(['database'])
  for (const name of ['clock', 'database settings', 'connections', 'schema', 'rights', 'books'])
    expect(away.of(name)).toBe(`not checked  ${name}: the database can't be reached`)
  for (const name of ['disk of DATA_DIR', 'mail server', 'secret']) expect(away.of(name)).toMatch(/^ok /)
  const nothing = await run({ DATA_DIR: join(folder, 'nothing') })
  expect(nothing.of('database')).toContain('There is no bank in DATA_DIR')
})

test('a clock that is more than a minute off', async () => {
  const skewed = (ms: number) => run({}, () => new Date(Date.now() + ms))
  expect((await skewed(3 * 3_600_000)).of('clock')).toMatch(/^WRONG .* 3 hours ahead of the database's/)
  expect((await skewed(30_000)).of('clock')).toMatch(/^ok .* 30 seconds ahead of/)
})

test('a full disk', async ({ skip }) => {
  const [mounted, image] = [join(folder, 'disk'), join(folder, 'disk.img')]
  await mkdir(mounted)
  const disk = await provideDisk(mounted, image, 64)
  if (disk.missing) skip(disk.missing)
  onTestFinished(() => disk.remove())
  await disk.fill()
  expect(await checkDisk(mounted)).toMatchObject({
    state: 'WRONG',
    text: expect.stringMatching(/^Only 0\.0 GB \(0 %\)/),
  })
})

test('settings and version of PostgreSQL', async () => {
  const { database } = postgres.connection
  const unsafe = await after(
    `alter database ${database} set synchronous_commit = off`,
    `alter database ${database} reset synchronous_commit`,
  )
  expect(wrongIn(unsafe)).toEqual(['database settings'])
  expect(unsafe.of('database settings')).toContain('synchronous_commit is off, not on: a crash loses acknowledged')
  const readOnly = await after(
    `alter database ${database} set default_transaction_read_only = on`,
    `set transaction_read_only = off; alter database ${database} reset default_transaction_read_only`,
  )
  expect(readOnly.of('database settings')).toContain('must lead to the primary')
  expect(judgeVersion('14.9', 140_009)).toMatchObject({ state: 'WRONG' })
})

test('more servers than PostgreSQL has connections for', async () => {
  const many = await after(
    `insert into write_probes select gen_random_uuid(), now() from generate_series(1, 4)`,
    `delete from write_probes where ctid not in (select min(ctid) from write_probes)`,
  )
  expect(wrongIn(many)).toEqual(['connections'])
  expect(many.of('connections')).toContain('PostgreSQL allows 97, and 5 servers need 125 (23 each)')
})

describe('certificates', () => {
  test('of the database, where its URL asks for TLS', async () => {
    for (const [days, expected] of [
      [-1, /^WRONG .*127\.0\.0\.1:\d+: The certificate expired on .*: renew it\.$/],
      [5, /^WRONG .* expires on .*, in 4 days: renew it\.$/],
      [90, /^ok .* valid until/],
    ] as const) {
      const { key, cert } = await createCertificate(folder, 'IP:127.0.0.1', days)
      const port = await listen(
        createServer((socket) => {
          socket
            .on('error', () => {})
            .once('data', () => {
              socket.write('S')
              const encrypted = new TLSSocket(socket, { isServer: true, key, cert })
              encrypted.on('error', () => {}).once('data', () => encrypted.destroy())
            })
        }),
      )
      const found = await run({ DATABASE_URL: `postgres://bank:${PASSWORD}@127.0.0.1:${port}/bank?sslmode=require` })
      expect(found.of('TLS of the database')).toMatch(expected)
    }
    const port = await listen(
      createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end('N'))),
    )
    const plain = await run({ DATABASE_URL: `postgres://bank@127.0.0.1:${port}/bank?sslmode=require` })
    expect(plain.of('TLS of the database')).toMatch(/^WRONG .* offers no TLS/)
  })

  test('of the address that browsers use', async () => {
    const found = async (days: number, subject: string, isTrusted: boolean) => {
      const certificate = await createCertificate(folder, subject, days)
      if (isTrusted) trust(certificate)
      const port = await listen(createHttpsServer(certificate))
      return (await run({ PUBLIC_URL: `https://127.0.0.1:${port}` })).of('TLS of PUBLIC_URL')
    }
    expect(await found(90, 'IP:127.0.0.1', true)).toMatch(/^ok /)
    expect(await found(-1, 'IP:127.0.0.1', true)).toMatch(/^WRONG .* expired on/)
    expect(await found(3, 'IP:127.0.0.1', true)).toMatch(/^WRONG .* in 2 days/)
    expect(await found(90, 'IP:127.0.0.1', false)).toMatch(/^WRONG .*Browsers refuse the certificate \(.*SELF_SIGNED/)
    expect(await found(90, 'DNS:other.example', true)).toMatch(/^WRONG .*Browsers refuse the certificate/)
    expect((await run({ PUBLIC_URL: 'https://127.0.0.1:9' })).of('TLS of PUBLIC_URL')).toMatch(/^WRONG .*ECONNREFUSED/)
    const plain = await run({ PUBLIC_URL: 'http://bank.example', NODE_ENV: 'production' })
    expect(plain.of('TLS of PUBLIC_URL')).toMatch(/^WRONG .* PUBLIC_URL is http/)
  })

  test('of the mail server', async () => {
    for (const [days, expected] of [
      [90, /^ok .* accepts the login; the certificate is valid until/],
      [3, /^WRONG .* in 2 days: renew it/],
      [-1, /^WRONG .*can't be used: .*expired/],
    ] as const) {
      const certificate = await createCertificate(folder, 'IP:127.0.0.1', days)
      trust(certificate)
      const server = new SMTPServer({
        ...certificate,
        onAuth: (_login, _session, callback) => callback(null, { user: 'bank' }),
        closeTimeout: 100,
      })
      server.on('error', () => {})
      const port = await listen(server.server as Server)
      const found = await run({ SMTP_URL: `smtp://bank:${PASSWORD}@127.0.0.1:${port}?requireTLS=true` })
      expect(found.of('mail server')).toMatch(expected)
    }
  })
})

test('a mail server that refuses the login or does not answer, and none', async () => {
  mail.state.behavior = 'rejects login'
  expect((await run()).of('mail server')).toMatch(/^WRONG .* can't be used: Invalid login/)
  mail.state.behavior = 'accepts'
  const indiscreet = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, callback) => callback(new Error(`${password} is wrong`)),
    closeTimeout: 100,
  })
  indiscreet.on('error', () => {})
  const port = await listen(indiscreet.server as Server)
  const shown = await run({ SMTP_URL: `smtp://bank:${PASSWORD}@127.0.0.1:${port}` })
  expect(shown.of('mail server')).toMatch(/^WRONG .*… is wrong/)
  await mail.close()
  expect((await run()).of('mail server')).toMatch(/^WRONG .* can't be used: .*ECONNREFUSED/)
  await mail.open()
  expect((await run({ SMTP_URL: '' })).of('mail server')).toMatch(/^WRONG .*No mail server is configured/)
  expect((await run({ SMTP_URL: '', DEMO: 'on' })).of('mail server')).toMatch(/^not checked/)
})

test('a backup that is missing or old, and a log that is not archived', async () => {
  const [newest] = await listBackups(backupDir)
  const file = join(backupDir, 'base', newest?.name ?? '', 'backup.json')
  const kept = await readFile(file, 'utf8')
  const finishedAt = new Date(Date.now() - 3 * 86_400_000).toISOString()
  await writeFile(file, JSON.stringify({ ...JSON.parse(kept), finishedAt }))
  expect((await run()).of('backup')).toMatch(/^WRONG .*too old: .*, 3 days ago, in .* Run 'npm run backup', daily\.$/)
  await writeFile(file, kept)
  expect((await run({ BACKUP_DIR: join(folder, 'empty') })).of('backup')).toMatch(/^WRONG .* holds no backup/)
  expect((await run({ BACKUP_DIR: '' })).of('backup')).toMatch(/^WRONG .*BACKUP_DIR is not set/)
  expect(judgeArchive({ ageMs: 700_000, failed: '0001' }, 1)).toMatchObject({ state: 'WRONG' })
  expect(judgeArchive({ ageMs: 700_000, failed: null }, 0)).toMatchObject({ state: 'not checked' })
  // The PostgreSQL of the tests archives nothing.
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const own = await run({ DATABASE_URL: urlOf(database.connection), BACKUP_DIR: '' })
  expect(own.of('archive of the log')).toMatch(/^WRONG .*archive_mode is off/)
})

test('a secret that is missing, too simple, readable by others, or of another bank', async () => {
  const URL = { DATABASE_URL: urlOf(postgres.connection) }
  expect((await run({ ...URL, APP_SECRET: '' })).of('secret')).toMatch(/^WRONG .*APP_SECRET is not set/)
  expect((await run({ APP_SECRET: 'ab'.repeat(20) })).of('secret')).toMatch(/^WRONG .*too few different characters/)
  const other = await run({ APP_SECRET: 'Another-secret-that-1s-long-en0ugh' })
  expect(wrongIn(other)).toEqual(['secret of the bank'])
  const both = await run({ APP_SECRET: 'Another-secret-that-1s-long-en0ugh', APP_SECRET_PREVIOUS: SECRET })
  expect(both.of('secret of the bank')).toContain("run 'npm run secret:rotate'")
  expect((await run({ APP_SECRET: '' })).of('secret')).toMatch(/^WRONG .*The secret of this bank is missing/)
  const path = join(dataDir, 'app-secret')
  await writeFile(path, SECRET, { mode: 0o600 })
  expect((await run({ APP_SECRET: '' })).isSound).toBe(true)
  await chmod(path, 0o644)
  expect((await run({ APP_SECRET: '' })).of('secret')).toMatch(/^WRONG .*Others can read .*: chmod 600 it/)
  await rm(path)
})

test('people of the demonstration, whose passwords are public, in production', async () => {
  const [{ email }] = DEMO_PEOPLE
  const person = { fullName: 'Demo', email, passwordHash: 'none', role: 'Admin', status: 'Active' } as const
  await owner.begin((tx) => insertPerson(tx, { ...person, at: new Date() }))
  expect((await run({ NODE_ENV: 'production' })).of('public passwords')).toMatch(/^WRONG .*admin@fable\.example/)
  await owner.unsafe(`delete from accounts; delete from people`)
  expect((await run({ NODE_ENV: 'production' })).of('public passwords')).toMatch(/^ok /)
})

test('a schema that lacks a migration, has one of a later version, or one with another text', async () => {
  const first = `where name = '0001-people-and-ledger.sql'`
  const keep = `create table kept as select * from schema_migrations ${first};`
  const restore = `delete from schema_migrations ${first}; insert into schema_migrations table kept; drop table kept`
  const lacking = await after(`${keep} delete from schema_migrations ${first}`, restore)
  expect(lacking.of('schema')).toMatch(/^WRONG .*0001-people-and-ledger\.sql\. Run 'npm run migrate'\.$/)
  const changed = await after(`${keep} update schema_migrations set hash = 'x' ${first}`, restore)
  expect(changed.of('schema')).toMatch(/^WRONG .*was applied with another text/)
  const later = `schema_migrations where name = '9999-later.sql'`
  const newer = await after(
    `insert into schema_migrations values ('9999-later.sql', 'x', now())`,
    `delete from ${later}`,
  )
  expect(newer.of('schema')).toMatch(/^WRONG .*9999-later\.sql of a later version/)
})

test('rights that no migration grants, or that are missing', async () => {
  for (const [harm, undo, expected] of [
    [
      'grant update on postings to openteller_app',
      'revoke update on postings from openteller_app',
      'may also update on postings',
    ],
    ['grant delete on audit to public', 'revoke delete on audit from public', 'may also delete on audit'],
    [
      'revoke insert on outbox from openteller_app',
      'grant insert on outbox to openteller_app',
      'may not insert on outbox',
    ],
    [
      'revoke update (seen_at) on messages from openteller_app',
      'grant update (seen_at) on messages to openteller_app',
      'may not update(seen_at) on messages',
    ],
    [
      'alter table audit disable row level security',
      'alter table audit enable row level security',
      'has no row-level security on audit',
    ],
    [
      'alter role openteller_app bypassrls',
      'alter role openteller_app nobypassrls',
      'is a superuser, or has BYPASSRLS',
    ],
  ] as const) {
    const found = await after(harm, undo)
    expect(wrongIn(found)).toEqual(['rights'])
    expect(found.of('rights')).toContain(`openteller_app ${expected}`)
  }
})

test('books that did not balance, or are no longer verified', async () => {
  const person = {
    fullName: 'Ada',
    email: 'ada@people.example',
    passwordHash: 'none',
    role: 'User',
    status: 'Active',
  } as const
  const id = await owner.begin((tx) => insertPerson(tx, { ...person, at: new Date() }))
  await owner`update accounts set balance = 1 where id = ${id}`
  await checkBooks(owner, new Date())
  const broken = await run()
  expect(wrongIn(broken)).toEqual(['books'])
  expect(broken.of('books')).toMatch(/^WRONG .*1 of 1 accounts did not balance \d seconds? ago: run 'npm run verify'/)
  await owner.unsafe('delete from book_checks; delete from account_checks; delete from accounts; delete from people')
  expect((await run()).of('books')).toMatch(/^not checked .*not verified them yet/)
  await checkBooks(owner, new Date(Date.now() - 3_600_000))
  expect((await run()).of('books')).toMatch(/^WRONG .*Verified 60 minutes ago, and servers run/)
  await checkBooks(owner, new Date())
})

test('the command exits with 1 if anything is wrong, and never prints a secret', async () => {
  const program = fileURLToPath(new URL('../programs/doctor.ts', import.meta.url))
  const command = async (env: Record<string, string>) => {
    const child = spawn(process.execPath, [program], { env: { ...sound, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    printed.push(out, err)
    return { code, lines: out.trimEnd().split('\n').length, err }
  }
  expect(await command({})).toEqual({ code: 0, lines: 19, err: '' })
  expect(await command({ DATABASE_URL: `postgres://bank:${PASSWORD}@127.0.0.1:9/${newId()}` })).toMatchObject({
    code: 1,
  })
  for (const secret of [SECRET, PASSWORD]) expect(printed.filter((line) => line.includes(secret))).toEqual([])
})
