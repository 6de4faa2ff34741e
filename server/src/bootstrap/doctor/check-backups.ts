import type { Config } from '../../platform/config/config.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { describeDuration } from '../../platform/runtime/describe-duration.ts'
import { describeBackup, findBaseBackup } from '../last-backup.ts'
import { countServers } from './check-database.ts'
import { notChecked, ok, type Verdict, wrong } from './verdict.ts'

const HOUR_MS = 3_600_000
/** A daily backup, and the time that it takes. */
const MAX_BACKUP_AGE_MS = 26 * HOUR_MS
/** The alert ArchiveStuck has the same limit. */
const MAX_ARCHIVE_AGE_MS = 600_000

/** Checks the age of the base backups of the embedded PostgreSQL. */
export async function checkBackup({ databaseUrl, backupDir, demo }: Config, now: Date): Promise<Verdict> {
  if (databaseUrl !== null) return notChecked('base backups of your own PostgreSQL are made by another program')
  if (backupDir === null)
    return demo
      ? notChecked('a demonstration needs none')
      : wrong("BACKUP_DIR is not set, and nothing is backed up: set it, and run 'npm run backup' daily.")
  const backup = await findBaseBackup(backupDir)
  if (!backup) return wrong(`${backupDir} holds no backup: run 'npm run backup', daily.`)
  const text = describeBackup(backup, now)
  return now.getTime() - backup.at.getTime() > MAX_BACKUP_AGE_MS
    ? wrong(`The newest is too old: ${text} Run 'npm run backup', daily.`)
    : ok(text)
}

type Archive = { mode: string; ageMs: number; failed: string | null }

/** Checks how much the loss of the database's disk would cost. */
export async function checkArchive(config: Config, sql: Sql): Promise<Verdict> {
  const [archive] = await sql<Archive[]>`
    select current_setting('archive_mode') as mode, last_failed_wal as failed,
      (extract(epoch from now() - coalesce(last_archived_time, pg_postmaster_start_time())) * 1000)::float8 as "ageMs"
    from pg_stat_archiver`
  if (archive && archive.mode !== 'off') return judgeArchive(archive, await countServers(sql))
  if (config.demo || config.databaseUrl === null) return notChecked('PostgreSQL archives nothing')
  return wrong(
    'archive_mode is off: a lost disk costs all since the last dump. See "Backup and restore" in docs/operations.md.',
  )
}

/** Nothing is written and nothing archived where no server runs. */
export function judgeArchive({ ageMs, failed }: Omit<Archive, 'mode'>, servers: number): Verdict {
  const age = describeDuration(ageMs)
  if (ageMs <= MAX_ARCHIVE_AGE_MS) return ok(`PostgreSQL archived its log ${age} ago`)
  if (servers === 0) return notChecked(`no server runs; the last segment was archived ${age} ago`)
  const file = failed === null ? '' : ` (${failed} failed)`
  return wrong(`PostgreSQL has archived nothing for ${age}${file}: see docs/monitoring/runbooks/ArchiveStuck.md.`)
}
