import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPool } from '#server/db/connection.ts'
import type { PostgresNode } from './node.ts'

/** Made anew by whoever starts on the copy. Their folders must be there, what is in them must not. */
const LEFT_OUT = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const FILES_LEFT_OUT = ['postmaster.pid', 'postmaster.opts', 'backup_label', 'standby.signal']

export type BaseBackup = { files: number; slot: string }

/**
 * The files of a running PostgreSQL, copied between pg_backup_start and pg_backup_stop: PostgreSQL's low-level base backup,
 * as the embedded binaries have no pg_basebackup. The slot keeps the log that the copy needs until somebody follows it;
 * `withLog` puts that log into the copy, which can then be started by itself.
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
      // The log up to the end of the backup is written, if not yet full: the copy needs it to become consistent.
      files += await copyTree(join(from.cluster, 'pg_wal'), join(into, 'pg_wal'), 'pg_wal')
      await sql`select pg_drop_replication_slot(${slot})`
    }
    return { files, slot }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function copyTree(from: string, into: string, below: string): Promise<number> {
  await mkdir(into, { recursive: true, mode: 0o700 })
  let files = 0
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(into, entry.name)]
    if (entry.isDirectory()) {
      if (below === '' && LEFT_OUT.includes(entry.name)) await mkdir(target, { recursive: true, mode: 0o700 })
      else files += await copyTree(source, target, `${below}/${entry.name}`)
    } else if (entry.isFile() && !(below === '' && FILES_LEFT_OUT.includes(entry.name))) {
      files += await copyIfThere(source, target)
    }
  }
  return files
}

/** A file that goes away meanwhile (a table dropped, a log segment used again) is one that the log makes up for. */
async function copyIfThere(source: string, target: string): Promise<number> {
  try {
    await copyFile(source, target)
    return 1
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}
