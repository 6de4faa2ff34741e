import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBankFolder } from '../../test/bank-folder.ts'
import { insertPerson } from '../customers/person.ts'
import { invariants } from '../ledger/books/invariants.ts'
import { createLedger } from '../ledger/ledger.ts'
import { readConfig } from '../platform/config/config.ts'
import { APPLICATION_ROLE, openPool } from '../platform/db/connection.ts'
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'
import { backUp, restore } from './back-up.ts'

const quiet = { info: () => {}, warn: () => {} }
let folder: string
beforeAll(async () => {
  folder = await makeBankFolder()
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

/** A bank under transfers: `book` adds a transaction and returns its time. */
async function openBusyBank(dataDir: string, backupDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, backupDir, archiveTimeoutSeconds: 1, log: quiet })
  const sql = openPool(postgres.connection, { max: 4, role: APPLICATION_ROLE })
  const owner = openPool(postgres.connection, { max: 1 })
  const ledger = createLedger(sql, { zone: 'UTC' })
  const person = { fullName: 'Ada', email: 'ada@backup.example', passwordHash: 'none' }
  const ownerId = await sql.begin((tx) =>
    insertPerson(tx, { ...person, role: 'User', status: 'Active', at: new Date() }),
  )
  const book = async () => {
    const [id, at] = [newId(), new Date()]
    const actor = { kind: 'system', job: 'opening_balance', personId: ownerId } as const
    const money = { kind: 'fund', ownerId, accountId: ownerId, amountCents: 1_00n, valueAt: at, note: '' } as const
    await ledger.submit({ ...money, id, auditId: newId(), actor, at, requestId: 'backup', idempotency: null })
    return at
  }
  const stop = async () => {
    await Promise.all([sql.end({ timeoutMs: 1_000 }), owner.end({ timeoutMs: 1_000 })])
    await postgres.stop()
  }
  /** Time alone archives a segment, long before it is full or a regular checkpoint comes. */
  const archived = async () => {
    const [now] = await owner<{ file: string }[]>`select pg_walfile_name(pg_current_wal_lsn()) as file`
    const isArchived = () => owner`select last_archived_wal >= ${now?.file ?? ''} as done from pg_stat_archiver`
    await expect.poll(isArchived).toEqual([{ done: true }])
  }
  return { book, archived, postgres, stop }
}

test.runIf(process.platform !== 'win32')(
  'the log is archived from the start on, and after a crash',
  async () => {
    const dataDir = await makeBankFolder()
    const bank = await openBusyBank(dataDir, join(dataDir, 'backups'))
    try {
      await bank.book()
      await bank.archived()
      const { pid } = bank.postgres
      process.kill(pid ?? 0, 'SIGKILL')
      await expect.poll(() => bank.postgres.pid !== undefined && bank.postgres.pid !== pid).toBe(true)
      await expect.poll(() => bank.book().catch(() => null)).toBeInstanceOf(Date)
      await bank.archived()
    } finally {
      await bank.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
  60_000,
)

test.runIf(process.platform !== 'win32')(
  'a bank is restored to any second of its log, and to the end of a backup',
  async () => {
    const backupDir = join(folder, 'backups')
    const config = (name = '') => ({ ...readConfig({}), dataDir: join(folder, name), backupDir })
    const bank = await openBusyBank(folder, backupDir)
    await mkdir(backupDir, { recursive: true })
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    await expect(restore(config('nothing'), { at: null, name: null }, print)).rejects.toThrow('holds no such backup')

    // Transfers go on during the backup.
    const before = await bank.book()
    let copying = true
    const booking = (async () => {
      while (copying) await bank.book()
    })()
    await backUp(config(), 7, print)
    copying = false
    await booking
    const kept = await bank.book()
    // A later millisecond than the commit of the one booking, and an earlier one than that of the next.
    const at = new Date(Date.now() + 1)
    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(at.getTime())
    await bank.book()
    await bank.archived()
    const end = new Date()
    await bank.stop()

    const newest = () =>
      new Date(
        /newest posting is from (\S+)\.$/.exec(lines.findLast((line) => line.includes('newest')) ?? '')?.[1] ?? '',
      )
    const passed = () => lines.filter((line) => /^\d+ +ok/.test(line)).length
    lines.length = 0
    expect(await restore(config('point in time'), { at, name: null }, print)).toBe(true)
    expect(passed()).toBe(invariants.length)
    expect(newest()).toEqual(kept)

    await expect(restore(config('point in time'), { at, name: null }, print)).rejects.toThrow(
      'holds a database already',
    )
    const tooLate = { at: new Date(Date.now() + 60_000), name: null }
    await expect(restore(config('too late'), tooLate, print)).rejects.toThrow('log ends before the time to restore')
    const tooShort = { at: end, name: null, missingMs: 0 }
    await expect(restore(config('too short'), tooShort, print)).rejects.toThrow('log ends before the time to restore')
    expect(await readdir(config('too short').dataDir)).not.toContain('postgres')
    // The last minute of a lost machine was not archived: the time of the loss is restored as far as the log goes.
    expect(await restore(config('time of the loss'), { at: end, name: null }, print)).toBe(true)
    expect(lines.find((line) => line.includes('just before that time'))).toContain('The archived log ends at')
    expect(newest().getTime()).toBeGreaterThan(kept.getTime())

    // Without the archive: as of the end of the backup.
    await rm(join(backupDir, 'wal'), { recursive: true })
    await expect(restore(config('no log'), { at, name: null }, print)).rejects.toThrow('holds no log')
    expect(await restore(config('no log'), { at: null, name: null }, print)).toBe(true)
    expect(newest().getTime()).toBeGreaterThan(before.getTime())
    expect(newest().getTime()).toBeLessThan(kept.getTime())
    // An interrupted backup is not one.
    await mkdir(join(backupDir, 'base', '2099-01-01T00-00-00Z.making'), { recursive: true })
    await writeFile(join(backupDir, 'base', '2099-01-01T00-00-00Z.making', 'backup.json'), '{}')
    await expect(restore(config('none'), { at: new Date(0), name: null }, print)).rejects.toThrow(
      'from before this time',
    )
  },
  120_000,
)
