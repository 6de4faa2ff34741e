import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPool } from '../connection.ts'
import { copyCluster, copyDurably } from './copy-cluster.ts'
import { pathsIn } from './paths.ts'
import type { EmbeddedConnection } from './server-info.ts'
import { backupPaths } from './wal-archive.ts'

const SLOT = 'openteller_backup'
const UNFINISHED = '.making'
/** The files of the WAL: segments, histories of timelines, and marks of backups. */
const WAL_SEGMENT = /^[0-9A-F]{24}$/

export type Backup = {
  name: string
  finishedAt: string
  postgres: string
  /** The first segment of the log that a restore needs. */
  firstSegment: string
  files: number
  bytes: number
}

type BackupOptions = { dataDir: string; connection: EmbeddedConnection; backupDir: string; now: Date }

/**
 * Copies the files of a running PostgreSQL between pg_backup_start and pg_backup_stop, with the log that makes the copy
 * consistent: it can be restored without the archive. The embedded packages have no pg_basebackup.
 */
export async function takeBackup({ dataDir, connection, backupDir, now }: BackupOptions): Promise<Backup> {
  const name = now.toISOString().replaceAll(':', '-').replace(/\.\d+/, '')
  const { base } = backupPaths(backupDir)
  const making = join(base, `${name}${UNFINISHED}`)
  const { cluster } = pathsIn(dataDir)
  await mkdir(making, { recursive: true, mode: 0o700 })
  const sql = openPool({ ...connection, database: 'postgres' }, { max: 1 })
  try {
    await sql`set statement_timeout = 0`
    // Keeps the log that the copy needs. It ends with this connection.
    await sql`select pg_create_physical_replication_slot(${SLOT}, true, true)`
    const [begun] = await sql<{ segment: string; version: string }[]>`
      select pg_walfile_name(pg_backup_start(${name}, true)) as segment, current_setting('server_version') as version`
    const copied = await copyCluster(cluster, join(making, 'postgres'))
    const [ended] = await sql<{ label: string; segment: string }[]>`
      select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(false)`
    if (!begun || !ended) throw new Error('PostgreSQL did not confirm the backup')
    await writeFile(join(making, 'postgres', 'backup_label'), ended.label, { mode: 0o600 })
    await copyLog(cluster, join(making, 'postgres'), begun.segment)
    const backup: Backup = {
      name,
      finishedAt: new Date().toISOString(),
      postgres: begun.version,
      firstSegment: begun.segment,
      ...copied,
    }
    await writeFile(join(making, 'backup.json'), `${JSON.stringify(backup, null, 2)}\n`, { mode: 0o600 })
    // Renamed when complete: an interrupted backup is never restored.
    await rename(making, join(base, name))
    return backup
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    throw error
  } finally {
    await sql.end({ timeoutMs: 1_000 })
  }
}

/** From the first segment that is needed up to the one being written. */
async function copyLog(from: string, into: string, firstSegment: string): Promise<void> {
  for (const name of await readdir(join(from, 'pg_wal')))
    if (name.endsWith('.history') || (WAL_SEGMENT.test(name) && name >= firstSegment))
      await copyDurably(join(from, 'pg_wal', name), join(into, 'pg_wal', name))
}

/** Complete backups, the newest first. */
export async function listBackups(backupDir: string): Promise<Backup[]> {
  const { base } = backupPaths(backupDir)
  const names = (await readdir(base).catch(() => [])).filter((name) => !name.endsWith(UNFINISHED)).sort()
  const texts = names.map((name) => readFile(join(base, name, 'backup.json'), 'utf8').catch(() => null))
  return (await Promise.all(texts)).flatMap((text) => (text === null ? [] : [JSON.parse(text) as Backup])).reverse()
}

/** Deletes all but the newest backups, and the archived log from before the oldest that is kept. */
export async function deleteOldBackups(backupDir: string, keep: number): Promise<string[]> {
  const backups = await listBackups(backupDir)
  const { base, wal } = backupPaths(backupDir)
  const old = backups.slice(keep)
  for (const { name } of old) await rm(join(base, name), { recursive: true, force: true })
  const oldest = backups.slice(0, keep).at(-1)
  for (const name of oldest ? await readdir(wal).catch(() => []) : [])
    if (WAL_SEGMENT.test(name.slice(0, 24)) && name.slice(8, 24) < (oldest?.firstSegment.slice(8) ?? ''))
      await rm(join(wal, name))
  return old.map(({ name }) => name)
}
