import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPool } from '#server/db/connection.ts'
import type { PostgresNode } from './node.ts'

/** PostgreSQL recreates their contents when it starts on the copy; only the empty folders are needed. */
const EXCLUDED_FOLDERS = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const EXCLUDED_FILES = ['postmaster.pid', 'postmaster.opts', 'backup_label', 'standby.signal']

export type BaseBackup = { files: number; slot: string }

/**
 * PostgreSQL's low-level base backup: copies its files between pg_backup_start and pg_backup_stop, because the embedded
 * binaries have no pg_basebackup. The slot retains the WAL that the copy needs until a standby streams it; `withLog`
 * includes that WAL in the copy, which can then start on its own.
 */
export async function takeBaseBackup(
  from: PostgresNode,
  into: string,
  { slot, withLog }: { slot: string; withLog: boolean },
): Promise<BaseBackup> {
  const sql = openPool(from.connection('postgres'), { max: 1 })
  try {
    await sql`set statement_timeout = 0`
    await sql`set idle_in_transaction_session_timeout = 0`
    await sql`select pg_create_physical_replication_slot(${slot}, true)`
    await sql`select pg_backup_start(${slot}, true)`
    let files = await copyTree(from.cluster, into, '')
    const [ended] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`
    await writeFile(join(into, 'backup_label'), ended?.labelfile ?? '', { mode: 0o600 })
    if (withLog) {
      // The copy needs the WAL up to the end of the backup to become consistent; the last segment may be partial.
      files += await copyTree(join(from.cluster, 'pg_wal'), join(into, 'pg_wal'), 'pg_wal')
      await sql`select pg_drop_replication_slot(${slot})`
    }
    return { files, slot }
  } finally {
    await sql.end({ timeoutMs: 1_000 })
  }
}

async function copyTree(from: string, into: string, below: string): Promise<number> {
  await mkdir(into, { recursive: true, mode: 0o700 })
  let files = 0
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(into, entry.name)]
    if (entry.isDirectory()) {
      if (below === '' && EXCLUDED_FOLDERS.includes(entry.name)) await mkdir(target, { recursive: true, mode: 0o700 })
      else files += await copyTree(source, target, `${below}/${entry.name}`)
    } else if (entry.isFile() && !(below === '' && EXCLUDED_FILES.includes(entry.name))) {
      files += await copyIfPresent(source, target)
    }
  }
  return files
}

/** Replaying the WAL makes up for a file that disappears meanwhile, such as a dropped table's. */
async function copyIfPresent(source: string, target: string): Promise<number> {
  try {
    await copyFile(source, target)
    return 1
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}
