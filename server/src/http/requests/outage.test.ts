import { rm } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBankFolder } from '../../../test/bank-folder.ts'
import { onEveryConnection } from '../../../test/every-connection.ts'
import { refusalOf, transferForm } from '../../../test/money.ts'
import { startSession } from '../../access/start-session.ts'
import { buildApp } from '../../app.ts'
import { insertPerson } from '../../customers/person.ts'
import { checkInvariants } from '../../ledger/books/invariants.ts'
import { createLedger } from '../../ledger/ledger.ts'
import { createPin, hashPin } from '../../ledger/secrets.ts'
import { readConfig } from '../../platform/config/config.ts'
import { deriveKeys } from '../../platform/crypto/keys.ts'
import { APPLICATION_ROLE, openPool, type Sql } from '../../platform/db/connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/db/embedded-postgres.ts'

/** A bank on its own PostgreSQL, which the tests stop. */
const CONNECTIONS = 4
const quiet = { info: () => {}, warn: () => {} }
let dataDir: string
let database: EmbeddedPostgres
let sql: Sql
let app: FastifyInstance
let token: string
let personId: string

beforeAll(async () => {
  dataDir = await makeBankFolder()
  database = await startEmbeddedPostgres({ dataDir, log: quiet })
  sql = openPool(database.connection, { max: CONNECTIONS, role: APPLICATION_ROLE })
  const keys = deriveKeys('a secret for tests that is long enough')
  const ledger = createLedger(sql, { zone: 'UTC' })
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  ;({ app } = await buildApp({ sql, ledger, keys, config, now: () => new Date() }))

  const at = new Date()
  const person = { fullName: 'Ada Example', email: 'ada@people.example', passwordHash: 'none' }
  personId = await sql.begin(async (tx) => {
    const id = await insertPerson(tx, { ...person, role: 'User', status: 'Active', at })
    await createPin(tx, id, hashPin(keys.pin, id, '1234'))
    return id
  })
  const actor = { kind: 'system', job: 'opening_balance', personId } as const
  const context = { actor, at, requestId: 'test', idempotency: null }
  const fund = { ownerId: personId, accountId: personId, amountCents: 100_000_00n, valueAt: at, note: '' }
  await ledger.submit({ kind: 'fund', id: newId(), auditId: newId(), ...fund, ...context })
  token = await startSession(sql, personId, at, { userAgent: 'test', address: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await sql.end({ timeoutMs: 1_000 })
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const authorization = () => `Bearer ${token}`
const read = () => app.inject({ url: '/api/users', headers: { authorization: authorization() } })
const send = (key: string) =>
  app.inject({
    method: 'POST',
    url: '/api/transfer',
    headers: { authorization: authorization(), 'idempotency-key': key },
    payload: transferForm({ amount: 10 }),
  })

const UNAVAILABLE = { status: 503, code: 'unavailable', message: 'The bank is briefly unavailable. Please try again.' }

/** Metrics that are read from the database, as a scrape shows them. */
async function databaseMetrics(): Promise<string[]> {
  const { body } = await app.inject({ url: '/api/metrics' })
  expect(body).toMatch(/^openteller_event_streams 0$/m)
  return body.split('\n').filter((line) => /^openteller_(mail_due|seal_number|books_wrong_accounts) /.test(line))
}

describe('a database outage', () => {
  test('answers 503 with Retry-After to every request that needs the database, and to no other', async () => {
    expect((await read()).statusCode).toBe(200)
    expect(await databaseMetrics()).toHaveLength(3)
    await database.stop()
    for (const response of [await read(), await send('a'), await app.inject({ url: '/api/readyz' })]) {
      expect(refusalOf(response)).toEqual(UNAVAILABLE)
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await app.inject({ url: '/api/healthz' })).statusCode).toBe(200)
    expect((await app.inject({ url: '/api/institution' })).statusCode).toBe(200)
    // Missing, and not 0, which would look like a bank where all is well.
    await expect.poll(databaseMetrics).toEqual([])
  })

  test('ends without a restart when the database returns', async () => {
    database = await startEmbeddedPostgres({ dataDir, log: quiet })
    await expect.poll(async () => (await app.inject({ url: '/api/readyz' })).statusCode).toBe(200)
    expect((await read()).json().user.balance).toBe(100_000)
    expect((await send('a')).statusCode).toBe(201)
    const again = await send('a')
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
  })

  test('counts each transfer once when clients retry with its key until the response is definite', async () => {
    const before = (await read()).json().user
    let [sending, unsure, sent] = [true, 0, 0]
    const definite = async (key: string) => {
      for (;;) {
        const { statusCode } = await send(key)
        if (statusCode !== 503) return statusCode
        unsure++
      }
    }
    const client = async (name: number) => {
      while (sending) expect(await definite(`${name} ${++sent}`)).toBe(201)
    }
    const clients = Promise.all(Array.from({ length: 8 }, (_, name) => client(name)))
    const owner = openPool(database.connection, { max: 1 })
    for (let round = 0; round < 15 || unsure === 0; round++) {
      const before = sent
      await owner`select pg_terminate_backend(pid) from pg_stat_activity
                  where datname = current_database() and pid <> pg_backend_pid()`
      await expect.poll(() => sent, { interval: 1 }).toBeGreaterThan(before + 8)
    }
    await owner.end()
    sending = false
    await clients
    expect((await read()).json().user.held).toBe(before.held + sent * 10)
    const findings = await checkInvariants(sql, 'UTC')
    expect(findings.filter(({ breaches }) => breaches > 0n)).toEqual([])
  })

  test('answers 503 when every retry of a transaction fails to serialize', async () => {
    const owner = openPool(database.connection, { max: 1 })
    await owner.unsafe(`
      create function undo() returns trigger language plpgsql as
        $$ begin raise exception using errcode = '40001'; end $$;
      create trigger busy before insert on transactions execute function undo()`)
    expect(refusalOf(await send('busy'))).toEqual(UNAVAILABLE)
    await owner`drop trigger busy on transactions`
    await owner.end()
    expect((await send('busy')).statusCode).toBe(201)
  })

  test('answers 503 when another transaction holds a lock for too long', async () => {
    // Instead of the eight seconds that connection.test.ts shows.
    await onEveryConnection(sql, CONNECTIONS, (tx) => tx`set lock_timeout = 100`)
    const owner = openPool(database.connection, { max: 1 })
    let waited: ReturnType<typeof refusalOf> | undefined
    await owner.begin(async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 0`
      await tx`select 1 from accounts where id = ${personId} for update`
      waited = refusalOf(await send('locked'))
    })
    await owner.end()
    expect(waited).toEqual(UNAVAILABLE)
    expect((await send('locked')).statusCode).toBe(201)
  })
})
