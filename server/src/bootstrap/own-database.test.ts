import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { insertPerson } from '#server/customers/person.ts'
import { readSigningKey } from '../documents/issuing/signing-keys.ts'
import { storeTotpSecret, totpPurpose } from '../identity/factors.ts'
import { createPin, hashPin } from '../ledger/secrets.ts'
import { readConfig } from '../platform/config/config.ts'
import { createPasswords } from '../platform/crypto/passwords.ts'
import { readLink, signLink } from '../platform/crypto/signed-links.ts'
import { decryptSecret } from '../platform/crypto/stored-secret.ts'
import { APPLICATION_ROLE, openPool } from '../platform/db/connection.ts'
import { DatabaseClock } from '../platform/db/database-clock.ts'
import { DatabaseHosts } from '../platform/db/database-hosts.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'
import { requireUsableSession } from '../platform/db/require-usable-session.ts'
import { runStatement } from '../platform/db/run-statement.ts'
import { examine } from './doctor.ts'
import { loadKeys } from './load-keys.ts'
import { prepareDatabase } from './prepare-database.ts'
import { rotateSecret } from './rotate-secret.ts'

const ROLES = new URL('../../../docs/roles.sql', import.meta.url)
const SECRET = 'the secret of this bank, long enough'
const OTHER = 'another secret, which is long enough'

let dataDir: string
let postgres: EmbeddedPostgres
const urlOf = (user: string, database = 'openteller_own') =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(postgres.connection.host)}`
const asSuperuser = (statement: string, database = 'postgres') =>
  runStatement({ ...postgres.connection, database }, statement)

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'openteller-tests-'))
  await chmod(dataDir, 0o711)
  postgres = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: () => {} } })
})
afterAll(async () => {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The statements of the documented file, for a database of another name: the embedded one is called openteller. */
async function runRoles(): Promise<void> {
  const text = (await readFile(ROLES, 'utf8')).replaceAll(/^--.*$/gm, '').replaceAll(/:'\w+'/g, `'a password'`)
  const statements = text.replace('create database openteller ', 'create database openteller_own ').split(';')
  for (const statement of statements) if (statement.trim()) await asSuperuser(statement)
}

/** As `npm run migrate` and as a server's start do. */
async function prepare(user: string, env: Record<string, string> = {}, role?: string) {
  const config = readConfig({ DATABASE_URL: urlOf(user), APP_SECRET: SECRET, ...env })
  const connection = { url: config.databaseUrl ?? '' }
  const sql = openPool(connection, { max: 1, ...(role ? { role } : {}) })
  try {
    return await prepareDatabase(config, { sql, connection, clock: new DatabaseClock(), print: () => {} })
  } finally {
    await sql.end({ timeoutMs: 1_000 })
  }
}
const serve = (env: Record<string, string> = {}) => prepare('openteller', env, APPLICATION_ROLE)

test('a plain owner of a database is told what a superuser has to do', async () => {
  await asSuperuser('create role plain login')
  await asSuperuser('create database plain owner plain')
  const DATABASE_URL = urlOf('plain', 'plain')
  await expect(prepare('plain', { DATABASE_URL })).rejects.toThrow(/let a superuser run docs\/roles\.sql once/)
  await asSuperuser('create role openteller_app nologin')
  await expect(prepare('plain', { DATABASE_URL })).rejects.toThrow(/may not create or grant the role/)
  await asSuperuser('grant openteller_app to plain')
  await prepare('plain', { DATABASE_URL })
  await asSuperuser('drop database plain')
  await asSuperuser('drop role openteller_app')
})

test('the documented roles: the owner migrates, and a server that owns nothing starts', async () => {
  await runRoles()
  await expect(serve()).rejects.toThrow(/run 'npm run migrate' with MIGRATION_DATABASE_URL/)
  await prepare('openteller_owner')
  await serve()
  const server = { url: urlOf('openteller') }
  await expect(runStatement(server, 'update postings set amount = 1')).rejects.toThrow('permission denied')
  await expect(runStatement(server, 'drop table postings')).rejects.toThrow('must be owner')
  // The policies bind the login too, not only the role that it takes.
  const [nobody, nothing] = [`'0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'`, `'{}'`]
  const erasure = `insert into erasures values (${nobody}, now(), ${nobody}, null, now(), now(), now())`
  const proposal = `insert into proposals values (${nobody}, 'role', null, null, ${nothing}, ${nothing}, ${nothing}, ${nothing}, null,
    ${nobody}, 'Admin', now(), 'confirmed', '', ${nobody}, now())`
  for (const statement of [erasure, proposal])
    for (const role of ['', 'reset role; set role none; '])
      await expect(runStatement(server, role + statement)).rejects.toThrow('row-level security policy')
  const exempt = `select rolname from pg_roles where rolname like 'openteller%' and (rolsuper or rolbypassrls or rolcreaterole)`
  expect(await runStatement(server, exempt)).toEqual([])
})

test('which tables servers can only add to, and which they change as policies allow', async () => {
  type Rights = { table: string; policies: boolean; rights: string }
  const rows = await runStatement<Rights>(
    { url: urlOf('openteller') },
    `select c.relname as table, c.relrowsecurity as policies, concat_ws(' ',
       case when has_any_column_privilege('openteller_app', c.oid, 'update') then 'update' end,
       case when has_table_privilege('openteller_app', c.oid, 'delete') then 'delete' end,
       case when has_table_privilege('openteller_app', c.oid, 'truncate') then 'truncate' end) as rights
     from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     where c.relkind in ('r', 'p') order by 1`,
  )
  expect(rows.filter(({ policies }) => policies).map(({ table, rights }) => [table, rights])).toEqual([
    ['audit', 'update'],
    ['bank_statement_lines', 'update'],
    ['closings', 'update'],
    ['contra_movements', ''],
    ['conversations', 'update delete'],
    ['document_parts', 'delete'],
    ['erasures', 'update'],
    ['idempotency', 'delete'],
    ['journal_entries', ''],
    ['journal_lines', ''],
    ['messages', 'update delete'],
    ['postings', ''],
    ['proposals', 'update'],
    ['run_payments', 'update delete'],
    ['staff_notes', 'delete'],
    ['statement_undos', ''],
    ['verification_documents', 'delete'],
  ])
  const added = [
    'access_log',
    'bank_statements',
    'cancelled_payments',
    'closing_sums',
    'contra_movements',
    'documents',
    'payment_statuses',
    'postings',
    'seals',
    'signing_keys',
  ]
  expect(rows.filter(({ rights }) => rights === '').map(({ table }) => table)).toEqual(expect.arrayContaining(added))
  expect(rows.filter(({ rights }) => rights.includes('truncate'))).toEqual([])
})

test('the doctor connects as the user of the servers, and notices a right that was given to it', async () => {
  const wrong = async () => {
    const lines: string[] = []
    const env = { ENV_FILE: 'off', DATA_DIR: dataDir, DATABASE_URL: urlOf('openteller'), APP_SECRET: SECRET }
    await examine(env, (line) => lines.push(line))
    return lines.filter((line) => line.startsWith('WRONG')).map((line) => line.slice('WRONG'.length).trim())
  }
  const usual = [
    expect.stringMatching(/^mail server: No/),
    expect.stringMatching(/^archive of the log: archive_mode is/),
  ]
  expect(await wrong()).toEqual(usual)
  await asSuperuser('grant delete on postings to openteller', 'openteller_own')
  expect(await wrong()).toEqual([...usual, expect.stringContaining('may also delete on postings')])
  await asSuperuser('revoke delete on postings from openteller', 'openteller_own')
})

test('a server with another APP_SECRET is refused, also without a signing key', async () => {
  const wrong = 'APP_SECRET is not the secret of this bank'
  await expect(serve({ APP_SECRET: OTHER })).rejects.toThrow(wrong)
  await asSuperuser('create table kept as table signing_keys; delete from signing_keys', 'openteller_own')
  await expect(serve({ APP_SECRET: OTHER })).rejects.toThrow(wrong)
  await asSuperuser('insert into signing_keys table kept; drop table kept', 'openteller_own')
  // A bank of an earlier version has no fingerprint: its signing key tells.
  await asSuperuser(`delete from bank_facts where name = 'app_secret_fingerprint'`, 'openteller_own')
  await expect(serve({ APP_SECRET: OTHER })).rejects.toThrow(wrong)
  await serve()
})

test('a changed APP_SECRET: links, PINs, passwords and stored secrets keep working in every step', async () => {
  const owner = openPool({ url: urlOf('openteller_owner') }, { max: 1 })
  onTestFinished(() => owner.end({ timeoutMs: 1_000 }))
  const old = await serve()
  const at = new Date()
  const person = { fullName: 'Ada', email: 'ada@people.example', role: 'User', status: 'Active', at } as const
  const passwordHash = await createPasswords(old).hash('a long password')
  const personId = await owner.begin(async (tx) => {
    const made = await insertPerson(tx, { ...person, passwordHash })
    await createPin(tx, made, hashPin(old.pin, made, '4711'))
    await storeTotpSecret(tx, old.factors, made, 'JBSWY3DPEHPK3PXP', at)
    return made
  })
  const expiresAt = new Date(at.getTime() + 60_000)
  const link = signLink(old.link, 'password reset', { id: personId, expiresAt })

  const both = { APP_SECRET: OTHER, APP_SECRET_PREVIOUS: SECRET }
  const check = async (keys: typeof old, { acceptsOldLinks }: { acceptsOldLinks: boolean }) => {
    const [row] = await owner<{ pin: Buffer; secret: Buffer }[]>`
      select pin_hash as pin, secret from accounts a join totp_factors f on f.person_id = a.id where a.id = ${personId}`
    expect(hashPin(keys.pin, personId, '4711')).toEqual(row?.pin)
    expect(decryptSecret(keys.factors, totpPurpose(personId), row?.secret ?? Buffer.alloc(0))).toBe('JBSWY3DPEHPK3PXP')
    expect(await createPasswords(keys).verify(passwordHash, 'a long password')).toBe(true)
    expect(readLink(keys.link, 'password reset', link, at) !== null).toBe(acceptsOldLinks)
    expect(await readSigningKey(owner, keys)).not.toBeNull()
  }
  // First step: servers with both secrets beside servers with the old one. What they sign, the others accept.
  const beside = await serve(both)
  await check(beside, { acceptsOldLinks: true })
  expect(
    readLink(old.link, 'email undo', signLink(beside.link, 'email undo', { id: personId, expiresAt }), at),
  ).not.toBeNull()
  // Second step.
  await expect(rotateSecret(owner, { secret: OTHER, previous: null })).rejects.toThrow(
    'APP_SECRET_PREVIOUS must be set',
  )
  const wrong = { secret: OTHER, previous: 'neither the one nor the other secret' }
  await expect(rotateSecret(owner, wrong)).rejects.toThrow('Neither')
  const rotated = await rotateSecret(owner, { secret: OTHER, previous: SECRET })
  expect(rotated.filter(({ reencrypted }) => reencrypted > 0).map(({ what }) => what)).toEqual([
    'authenticator app',
    'signing key',
    'push key',
  ])
  await check(beside, { acceptsOldLinks: true })
  await check(await serve(both), { acceptsOldLinks: true })
  // A server that started before the second step has written under the old secret meanwhile: another run finds it.
  await owner`delete from totp_factors`
  await owner.begin((tx) => storeTotpSecret(tx, beside.factors, personId, 'JBSWY3DPEHPK3PXP', at))
  const again = await rotateSecret(owner, { secret: OTHER, previous: SECRET })
  expect(again.map(({ reencrypted }) => reencrypted)).toEqual([0, 0, 1, 0, 0, 0, 0, 0])
  // Third step: the old secret is gone.
  await check(await serve({ APP_SECRET: OTHER }), { acceptsOldLinks: false })
  await expect(serve()).rejects.toThrow('APP_SECRET is not the secret of this bank')
  // And back: the peppers are kept over any number of changes.
  await rotateSecret(owner, { secret: SECRET, previous: OTHER })
  await check(await loadKeys(owner, { secret: SECRET, previous: null }), { acceptsOldLinks: true })
})

test('refuses a schema of a later version, unless the operator accepts it', async () => {
  await asSuperuser(`insert into schema_migrations values ('9999-later.sql', 'hash', now())`, 'openteller_own')
  await expect(serve()).rejects.toThrow(/has the migration 9999-later\.sql, which this version does not know/)
  await serve({ ACCEPT_NEWER_SCHEMA: 'on' })
  await asSuperuser(`delete from schema_migrations where name = '9999-later.sql'`, 'openteller_own')
})

test('a connection whose settings were dropped, as by PgBouncer, is refused', async () => {
  const outcomeOf = async (user: string) => {
    const client = new pg.Client({ connectionString: urlOf(user) })
    await client.connect()
    const hosts = new DatabaseHosts({ url: urlOf(user) })
    return requireUsableSession(client, { role: APPLICATION_ROLE, hosts })
      .then(
        () => 'accepted',
        (error) => error.message,
      )
      .finally(() => client.end())
  }
  expect(await outcomeOf('openteller_owner')).toMatch(
    /did not arrive \(the role is openteller_owner, not openteller_app\)/,
  )
  // The role of the documented file has them by itself.
  expect(await outcomeOf('openteller')).toBe('accepted')
  await asSuperuser('alter role openteller reset lock_timeout')
  expect(await outcomeOf('openteller')).toMatch(/did not arrive \(lock_timeout is 0\)/)
})

/** A TCP port that leads to the socket of PostgreSQL. */
async function forward(): Promise<number> {
  const path = join(postgres.connection.host, '.s.PGSQL.5432')
  const server = createServer((socket) => {
    const upstream = connect(path)
    socket.on('error', () => upstream.destroy()).pipe(upstream)
    upstream.on('error', () => socket.destroy()).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('of several hosts, those that are gone or accept no writes are passed over', async () => {
  const [standby, primary] = [await forward(), await forward()]
  const url = (hosts: string, query = '') => `postgres://openteller@${hosts}/openteller_own${query}`
  const roleAt = async (hosts: string, query = '') => {
    const sql = openPool({ url: url(hosts, query) }, { max: 1, role: APPLICATION_ROLE })
    onTestFinished(() => sql.end({ timeoutMs: 0 }))
    return (await sql<{ role: string }[]>`select current_user as role`)[0]?.role
  }
  expect(await roleAt(`127.0.0.1:1,127.0.0.1:${primary}`)).toBe(APPLICATION_ROLE)
  await expect(roleAt('127.0.0.1:1,127.0.0.1:2')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await asSuperuser('alter role openteller set default_transaction_read_only = on')
  await expect(roleAt(`127.0.0.1:${standby},127.0.0.1:${primary}`)).rejects.toMatchObject({
    code: 'CONNECTION_READ_ONLY',
  })
  expect(await roleAt(`127.0.0.1:${standby}`, '?target_session_attrs=any')).toBe(APPLICATION_ROLE)
  await asSuperuser('alter role openteller reset default_transaction_read_only')
})
