import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { buildApp } from '../../app.ts'
import { createLedger } from '../../ledger/ledger.ts'
import { readConfig } from '../config/config.ts'
import { deriveKeys } from '../crypto/keys.ts'
import { APPLICATION_ROLE, openPool, type Sql } from './connection.ts'
import { DatabaseMonitor } from './database-monitor.ts'
import { isUnavailable } from './errors.ts'

/** A proxy in front of PostgreSQL, as HAProxy in TCP mode: while it is mute, it accepts connections and passes nothing on. */
let mute = false
let database: TestDatabase
let proxy: Server
const sockets = new Set<Socket>()
let pools: Sql[]
let monitor: DatabaseMonitor
const log = { info: vi.fn(), warn: vi.fn() }
const stopping = new AbortController()

beforeAll(async () => {
  database = await createTestDatabase()
  const { host, port, user, database: name } = database.connection
  proxy = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    const upstream = connect(join(host, `.s.PGSQL.${port}`)).on('error', () => {})
    socket.on('data', (bytes) => mute || upstream.write(bytes)).on('close', () => upstream.destroy())
    upstream.on('data', (bytes) => mute || socket.write(bytes)).on('close', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = `postgres://${user}@127.0.0.1:${(proxy.address() as AddressInfo).port}/${name}`
  pools = [1, 1, 4].map((max) => openPool({ url }, { max, role: APPLICATION_ROLE }))
  const [probeSql, ...others] = pools as [Sql, ...Sql[]]
  monitor = new DatabaseMonitor(probeSql, others, { suspendAfterMs: 1_000, intervalMs: 50 })
  void monitor.run(stopping.signal, log)
})
afterAll(async () => {
  stopping.abort()
  for (const socket of sockets) socket.destroy()
  await Promise.all(pools.map((pool) => pool.end({ timeoutMs: 0 })))
  proxy.close()
  await database.drop()
})

test('a database that hangs: readiness fails within two seconds, requests get 503, and it recovers by itself', async () => {
  const [, ledgerSql, sql] = pools as [Sql, Sql, Sql]
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  const keys = deriveKeys('a secret for tests that is long enough')
  const ledger = createLedger(ledgerSql, { zone: 'UTC' })
  const { app } = await buildApp({ sql, ledger, keys, config, monitor, now: () => new Date() })
  const status = async (url: string) => (await app.inject({ url })).statusCode
  const seals = '/.well-known/openteller-seals.json'
  expect([await status('/api/readyz'), await status(seals)]).toEqual([200, 200])

  mute = true
  const began = Date.now()
  const waiting = Array.from({ length: 8 }, () => status(seals))
  await sleep(300)
  expect(await status('/api/readyz')).toBe(503)
  expect(Date.now() - began).toBeLessThan(2_300)
  expect(await Promise.all(waiting)).toEqual(Array(8).fill(503))
  expect(Date.now() - began).toBeLessThan(5_000)
  // From now on without waiting.
  const asked = Date.now()
  expect(await status(seals)).toBe(503)
  expect(Date.now() - asked).toBeLessThan(200)
  expect(await status('/api/healthz')).toBe(200)
  expect(log.warn).toHaveBeenCalled()

  mute = false
  for (const socket of sockets) socket.destroy()
  await vi.waitUntil(async () => (await status('/api/readyz')) === 200, { timeout: 10_000 })
  expect(await status(seals)).toBe(200)
  expect(log.info).toHaveBeenCalled()
  await app.close()
})

test('readiness notices that writes are stuck while reads work', async () => {
  const owner = openPool(database.connection, { max: 1 })
  const held = owner.begin(async (tx) => {
    await tx`lock table write_probes in share mode`
    const began = Date.now()
    await sleep(300)
    await expect(monitor.requireWritable()).rejects.toSatisfy(isUnavailable)
    expect(Date.now() - began).toBeLessThan(2_300)
  })
  await held
  await owner.end()
  await vi.waitUntil(
    () =>
      monitor.requireWritable().then(
        () => true,
        () => false,
      ),
    { timeout: 10_000 },
  )
})
