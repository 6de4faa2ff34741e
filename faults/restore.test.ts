import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyBooks } from '#server/bootstrap/verify-books.ts'
import { insertPerson } from '#server/customers/person.ts'
import { invariants } from '#server/ledger/books/invariants.ts'
import { createLedger, type Ledger } from '#server/ledger/ledger.ts'
import { APPLICATION_ROLE, type Connection, openPool, type Sql } from '#server/platform/db/connection.ts'
import { migrate } from '#server/platform/db/migrator.ts'
import { PostgresNode } from './database/node.ts'
import { findSystemPostgres, startSystemPostgres } from './database/system-postgres.ts'

const posix = process.platform !== 'win32'
const systemPostgres = findSystemPostgres()

let folder: string
const undo: Array<() => Promise<unknown>> = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openteller-restore-'))
  await chmod(folder, 0o711)
  undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
})
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function startNode(name: string): Promise<PostgresNode> {
  const dataDir = join(folder, name)
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o711)
  const node = new PostgresNode(name, dataDir, () => {})
  undo.push(() => node.stop())
  await node.start()
  return node
}

function open(connection: Connection, role?: string): Sql {
  const sql = openPool(connection, { max: 4, ...(role ? { role } : {}) })
  undo.push(() => sql.end({ timeoutMs: 1_000 }))
  return sql
}

/** One customer, whose account each `fund` adds transactions to. */
async function openBusyBank(connection: Connection) {
  await migrate(connection)
  const sql = open(connection, APPLICATION_ROLE)
  const ledger = createLedger(sql, { zone: 'UTC' })
  const person = {
    fullName: 'Ada',
    email: 'ada@restore.example',
    passwordHash: 'none',
    role: 'User',
    status: 'Active',
  } as const
  const id = (await sql.begin((tx) => insertPerson(tx, { ...person, at: new Date() }))) as string
  return { id, fund: (times: number) => fund(ledger, id, times) }
}

async function fund(ledger: Ledger, accountId: string, times: number): Promise<string[]> {
  const at = new Date()
  const ids = Array.from({ length: times }, () => newId())
  const actor = { kind: 'system', job: 'opening_balance', personId: accountId } as const
  const context = { actor, at, requestId: 'restore', idempotency: null }
  const money = {
    kind: 'fund',
    ownerId: accountId,
    accountId,
    amountCents: 1_00n,
    valueAt: at,
    note: '',
    ...context,
  } as const
  await Promise.all(ids.map((id) => ledger.submit({ ...money, id, auditId: newId() })))
  return ids
}

async function passedInvariants(sql: Sql): Promise<string[]> {
  const lines: string[] = []
  await verifyBooks(sql, 'UTC', (line) => lines.push(line))
  return lines.filter((line) => line.includes('ok'))
}

const idsIn = async (sql: Sql) => (await sql<{ id: string }[]>`select id from transactions`).map(({ id }) => id)

describe.runIf(posix)('restores a bank', () => {
  test.runIf(systemPostgres)(
    'from a dump, into a new cluster of a newer PostgreSQL',
    async () => {
      const source = await startSystemPostgres(systemPostgres ?? '', folder)
      undo.push(source.stop)
      const bank = await openBusyBank(source.connection)
      const booked = await bank.fund(200)
      const file = join(folder, 'bank.dump')
      await source.tool('pg_dump', ['-Fc', '-f', file, 'openteller'])

      const fresh = await startNode('fresh')
      // Roles belong to the cluster, so a dump of one database has none.
      await fresh.query(`create role ${APPLICATION_ROLE} nologin`)
      await fresh.query('create database openteller')
      const { host, port } = fresh.connection()
      const place = ['-h', host, '-p', String(port), '-U', 'postgres']
      await source.tool('pg_restore', [...place, '--exit-on-error', '--no-owner', '-d', 'openteller', file])

      const sql = open(fresh.connection())
      expect(await passedInvariants(sql)).toHaveLength(invariants.length)
      expect((await idsIn(sql)).sort()).toEqual(booked.sort())
      // The dump includes the grants: the application role still may not change a posting.
      await migrate(fresh.connection())
      const application = open(fresh.connection(), APPLICATION_ROLE)
      await expect(application`update postings set amount = 1`).rejects.toThrow('permission denied')
    },
    120_000,
  )
})
