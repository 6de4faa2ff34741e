import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { stopTimers } from '../../../test/fake-time.ts'
import { buildApp } from '../../app.ts'
import { createLedger } from '../../ledger/ledger.ts'
import { readConfig } from '../config/config.ts'
import { deriveKeys } from '../crypto/keys.ts'
import { APPLICATION_ROLE, openPool, type Sql } from './connection.ts'
import { DatabaseMonitor } from './database-monitor.ts'

/** A proxy in front of PostgreSQL, as HAProxy in TCP mode: while it is mute, it accepts connections and passes nothing on. */
let mute = false
let database: TestDatabase
let proxy: Server
const sockets = new Set<Socket>()

beforeAll(async () => {
  database = await createTestDatabase()
  const { host, port } = database.connection
  proxy = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    const upstream = connect(join(host, `.s.PGSQL.${port}`)).on('error', () => {})
    socket.on('data', (bytes) => mute || upstream.write(bytes)).on('close', () => upstream.destroy())
    upstream.on('data', (bytes) => mute || socket.write(bytes)).on('close', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
})
afterAll(async () => {
  proxy.close()
  await database.drop()
})

/** A monitor with the limits of a running bank, and time that only the test moves. */
function startMonitor() {
  stopTimers(['setTimeout', 'clearTimeout', 'performance'])
  const { user, database: name } = database.connection
  const url = `postgres://${user}@127.0.0.1:${(proxy.address() as AddressInfo).port}/${name}`
  const pools = [1, 1, 4].map((max) => openPool({ url }, { max, role: APPLICATION_ROLE })) as [Sql, Sql, Sql]
  const [probeSql, ledgerSql, sql] = pools
  const monitor = new DatabaseMonitor(probeSql, [ledgerSql, sql])
  const log = { info: vi.fn(), warn: vi.fn() }
  const stopping = new AbortController()
  void monitor.run(stopping.signal, log)
  onTestFinished(async () => {
    stopping.abort()
    for (const socket of sockets) socket.destroy()
    await Promise.all(pools.map((pool) => pool.end({ timeoutMs: 0 })))
  })
  return { monitor, log, ledgerSql, sql }
}

/** A health check whose result is no longer fresh: it waits until the time has advanced so far, and not less. */
async function expectCheckFailsAfter(monitor: DatabaseMonitor, timeoutMs: number) {
  await vi.advanceTimersByTimeAsync(250)
  const failed = vi.fn()
  void monitor.requireWritable().catch(failed)
  await vi.advanceTimersByTimeAsync(timeoutMs - 1)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(failed.mock.lastCall).toMatchObject([{ code: 'CONNECTION_STUCK' }])
}

test('a database that hangs: readiness fails within two seconds, requests get 503, and it recovers by itself', async () => {
  const { monitor, log, ledgerSql, sql } = startMonitor()
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  const keys = deriveKeys('a secret for tests that is long enough')
  const ledger = createLedger(ledgerSql, { zone: 'UTC' })
  const { app } = await buildApp({ sql, ledger, keys, config, monitor, now: () => new Date() })
  const status = async (url: string) => (await app.inject({ url })).statusCode
  const seals = '/.well-known/openteller-seals.json'
  expect([await status('/api/readyz'), await status(seals)]).toEqual([200, 200])

  mute = true
  const waiting = Array.from({ length: 8 }, () => status(seals))
  await expectCheckFailsAfter(monitor, 1_800)
  expect(log.warn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await Promise.all(waiting)).toEqual(Array(8).fill(503))
  // The time does not move any more: nothing waits.
  expect(await status(seals)).toBe(503)
  expect(await status('/api/healthz')).toBe(200)
  expect(log.warn).toHaveBeenCalledOnce()

  mute = false
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => status('/api/readyz')).toBe(200)
  expect(await status(seals)).toBe(200)
  expect(log.info).toHaveBeenCalledOnce()
  await app.close()
})

test('readiness notices that writes are stuck while reads work', async () => {
  const { monitor, sql } = startMonitor()
  await monitor.requireWritable()
  const owner = openPool(database.connection, { max: 1 })
  await owner.begin(async (tx) => {
    await tx`lock table write_probes in share mode`
    await expectCheckFailsAfter(monitor, 1_800)
    expect(await sql`select count(*)::int as rows from write_probes`).toEqual([{ rows: expect.any(Number) }])
  })
  await owner.end()
  await monitor.requireWritable()
})

test('a health check of a time that never was is made again', async () => {
  const { monitor } = startMonitor()
  const now = vi.spyOn(performance, 'now').mockReturnValue(100 * 86_400_000)
  await monitor.requireWritable()
  now.mockReturnValue(1_000)
  await monitor.requireWritable()
  expect(monitor.clock.isRight).toBe(true)
  now.mockRestore()
})
