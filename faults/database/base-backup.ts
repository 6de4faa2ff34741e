import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPool } from '#server/platform/db/connection.ts'
import { copyCluster, copyTree } from '#server/platform/db/embedded/copy-cluster.ts'
import type { PostgresNode } from './node.ts'

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
    let { files } = await copyCluster(from.cluster, into)
    const [ended] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`
    await writeFile(join(into, 'backup_label'), ended?.labelfile ?? '', { mode: 0o600 })
    if (withLog) {
      // The copy needs the WAL up to the end of the backup to become consistent; the last segment may be partial.
      files += (await copyTree(join(from.cluster, 'pg_wal'), join(into, 'pg_wal'))).files
      await sql`select pg_drop_replication_slot(${slot})`
    }
    return { files, slot }
  } finally {
    await sql.end({ timeoutMs: 1_000 })
  }
}
