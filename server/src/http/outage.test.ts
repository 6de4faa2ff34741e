import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf, transferForm } from '../../test/money.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config/config.ts'
import { deriveKeys } from '../crypto/keys.ts'
import { APPLICATION_ROLE, openPool, type Sql } from '../db/connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { migrate } from '../db/migrator.ts'
import { checkInvariants } from '../ledger/invariants.ts'
import { createLedger } from '../ledger/ledger.ts'
import { createPin, hashPin } from '../ledger/secrets.ts'
import { insertPerson } from '../people/person.ts'
import { startSession } from '../sessions/start-session.ts'

/** A bank on a PostgreSQL of its own, to be stopped under it. */
const quiet = { info: () => {}, warn: () => {} }
let dataDir: string
let database: EmbeddedPostgres
let sql: Sql
let app: FastifyInstance
let token: string
let personId: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'openteller-tests-'))
  await chmod(dataDir, 0o711)
  database = await startEmbeddedPostgres({ dataDir, log: quiet })
  await migrate(database.connection)
  sql = openPool(database.connection, { max: 4, role: APPLICATION_ROLE })
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
  const fund = { accountId: personId, amountCents: 100_000_00n, valueAt: at, note: '' }
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

const AWAY = { status: 503, code: 'unavailable', message: 'The bank is briefly unavailable. Please try again.' }

describe('a database that goes away', () => {
  test('is 503 with Retry-After for everything that needs it, and nothing else', async () => {
    expect((await read()).statusCode).toBe(200)
    await database.stop()
    for (const answer of [await read(), await send('a'), await app.inject({ url: '/api/readyz' })]) {
      expect(refusalOf(answer)).toEqual(AWAY)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await app.inject({ url: '/api/healthz' })).statusCode).toBe(200)
    expect((await app.inject({ url: '/api/institution' })).statusCode).toBe(200)
  })

  test('and comes back is served from again, by itself and within seconds', async () => {
    database = await startEmbeddedPostgres({ dataDir, log: quiet })
    const began = Date.now()
    while ((await app.inject({ url: '/api/readyz' })).statusCode !== 200) {
      expect(Date.now() - began).toBeLessThan(15_000)
      await sleep(50)
    }
    expect((await read()).json().user.balance).toBe(100_000)
    expect((await send('a')).statusCode).toBe(201)
    const again = await send('a')
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
  })

  test('in the middle of many transfers: each retried with its key until the answer is definite counts once', async () => {
    const before = (await read()).json().user
    let [storming, unsure, sent] = [true, 0, 0]
    const definite = async (key: string) => {
      for (;;) {
        const { statusCode } = await send(key)
        if (statusCode !== 503) return statusCode
        unsure++
        await sleep(10)
      }
    }
    const client = async (name: number) => {
      while (storming) expect(await definite(`${name} ${++sent}`)).toBe(201)
    }
    const clients = Promise.all(Array.from({ length: 8 }, (_, name) => client(name)))
    const owner = openPool(database.connection, { max: 1 })
    for (let round = 0; round < 15; round++) {
      await owner`select pg_terminate_backend(pid) from pg_stat_activity
                  where datname = current_database() and pid <> pg_backend_pid()`
      await sleep(20)
    }
    await owner.end()
    storming = false
    await clients
    expect(unsure).toBeGreaterThan(0)
    expect((await read()).json().user.held).toBe(before.held + sent * 10)
    const findings = await checkInvariants(sql, 'UTC')
    expect(findings.filter(({ breaches }) => breaches > 0n)).toEqual([])
  })

  test('is the same for one too busy to let a transaction through, however often it is tried', async () => {
    const owner = openPool(database.connection, { max: 1 })
    await owner.unsafe(`
      create function undo() returns trigger language plpgsql as
        $$ begin raise exception using errcode = '40001'; end $$;
      create trigger busy before insert on transactions execute function undo()`)
    expect(refusalOf(await send('busy'))).toEqual(AWAY)
    await owner`drop trigger busy on transactions`
    await owner.end()
    expect((await send('busy')).statusCode).toBe(201)
  })

  test('is the same for a wait that takes too long: a lock held by somebody else', async () => {
    const owner = openPool(database.connection, { max: 1 })
    let waited: ReturnType<typeof refusalOf> | undefined
    await owner.begin(async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 0`
      await tx`select 1 from accounts where id = ${personId} for update`
      waited = refusalOf(await send('locked'))
    })
    await owner.end()
    expect(waited).toEqual(AWAY)
    expect((await send('locked')).statusCode).toBe(201)
  })
})
