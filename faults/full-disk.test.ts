import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { APPLICATION_ROLE, openPool } from '../server/src/platform/db/connection.ts'
import { DatabaseMonitor } from '../server/src/platform/db/database-monitor.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { copyCluster } from '../server/test/bank-folder.ts'
import { makeDataDir } from '../server/test/bank-process.ts'
import { type Disk, provideDisk } from './disk.ts'

const DISK_MEGABYTES = 512
const DISK_FULL = '53100'
let folder: string
let disk: Disk

beforeAll(async () => {
  folder = await makeDataDir('tests')
  await mkdir(join(folder, 'disk'), { mode: 0o711 })
  disk = await provideDisk(join(folder, 'disk'), join(folder, 'disk.img'), DISK_MEGABYTES)
})
afterAll(async () => {
  await disk.remove()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('readiness fails while the disk of the database is full, and recovers', async ({ skip }) => {
  if (disk.missing) skip(disk.missing)
  const dataDir = join(folder, 'disk')
  await copyCluster(inject('preparedCluster'), join(dataDir, 'postgres'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: () => {} } })
  const sql = openPool(postgres.connection, { max: 1, role: APPLICATION_ROLE })
  const monitor = new DatabaseMonitor(sql)
  const owner = openPool(postgres.connection, { max: 1 })
  const addRows = () => owner`insert into grown select repeat(md5(n::text), 100) from generate_series(1, 1000) as n`
  try {
    await owner`create table grown (filler text)`
    await addRows()
    await monitor.requireWritable()
    await disk.fill()
    await expect(addRows()).rejects.toMatchObject({ code: DISK_FULL })
    await expect.poll(() => monitor.requireWritable().catch((error) => error.code)).toBe(DISK_FULL)
    await disk.free()
    await expect.poll(() => monitor.requireWritable().then(() => 'ready')).toBe('ready')
  } finally {
    await Promise.all([sql, owner].map((pool) => pool.end({ timeoutMs: 0 })))
    await postgres.stop()
  }
})
