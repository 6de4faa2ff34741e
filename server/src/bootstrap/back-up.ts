import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../platform/config/config.ts'
import { openPool, type Sql } from '../platform/db/connection.ts'
import { type Backup, deleteOldBackups, listBackups, takeBackup } from '../platform/db/embedded/base-backup.ts'
import { pathsIn } from '../platform/db/embedded/paths.ts'
import { dropTargetTime, finishRestore, placeBackup } from '../platform/db/embedded/restore-backup.ts'
import { ARCHIVE_TIMEOUT_SECONDS } from '../platform/db/embedded/wal-archive.ts'
import { attachOrStart, startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'
import { prepareDataDir } from '../platform/runtime/data-dir.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { verifyBooks } from './verify-books.ts'

function backupFolder({ databaseUrl, backupDir }: Config): string {
  if (databaseUrl !== null)
    throw new StartError('This is for the embedded PostgreSQL. For your own, see pgBackRest in docs/operations.md.')
  if (backupDir === null) throw new StartError('BACKUP_DIR must be set: the folder of the backups, on another disk.')
  return backupDir
}

export async function backUp(config: Config, keep: number, print: (line: string) => void): Promise<void> {
  const backupDir = backupFolder(config)
  const { dataDir } = config
  const log = { info: () => {}, warn: print }
  const { connection, stop } = await attachOrStart({ dataDir, backupDir, log, mustExist: true })
  try {
    const backup = await takeBackup({ dataDir, connection, backupDir, now: new Date() })
    print(`Backup ${backup.name}: ${backup.files} files, ${Math.ceil(backup.bytes / 1_000_000)} MB.`)
    for (const name of await deleteOldBackups(backupDir, keep)) print(`Deleted the backup ${name}.`)
    print('It does not contain APP_SECRET, without which it is useless: keep that in another place.')
  } finally {
    await stop()
  }
}

const RECOVERY_POLL_MS = 100

/** The newest minute of a lost machine was not archived yet, so the log may end this much before the time to restore. */
const MISSING_MS = 2 * ARCHIVE_TIMEOUT_SECONDS * 1_000

export type Target = { at: Date | null; name: string | null; missingMs?: number }

/** True when the books of the restored bank balance. */
export async function restore(config: Config, target: Target, print: (line: string) => void): Promise<boolean> {
  const backupDir = backupFolder(config)
  const { dataDir } = config
  const { at, missingMs = MISSING_MS } = target
  if (at && at > new Date())
    throw new StartError('The archived log ends before the time to restore, which is in the future.')
  const backup = choose(await listBackups(backupDir), target, backupDir)
  await prepareDataDir(dataDir)
  print(`Restoring the backup ${backup.name} into ${dataDir} …`)
  await placeBackup({ backupDir, dataDir, backup, at })
  try {
    return await startAndVerify(config, null, print).catch(async (error) => {
      if (!at || !isLogTooShort(error)) throw error
      await dropTargetTime(dataDir)
      return startAndVerify(config, new Date(at.getTime() - missingMs), print)
    })
  } catch (error) {
    // Half a restored bank must not stay.
    await rm(pathsIn(dataDir).cluster, { recursive: true, force: true })
    throw error
  }
}

const isLogTooShort = (error: unknown) =>
  error instanceof StartError && /recovery ended before|log ends before/.test(error.message)

/** `endsAfter`: where the log ends before the time to restore, it must not end before this time. */
async function startAndVerify(
  { dataDir, bankTimeZone }: Config,
  endsAfter: Date | null,
  print: (line: string) => void,
): Promise<boolean> {
  // Without an archive: the restored bank must not write into the one it came from.
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info: print, warn: () => {} } })
  const sql = openPool(postgres.connection, { max: 1 })
  try {
    await recovered(sql).catch(() => {
      // PostgreSQL ended by itself.
      throw new StartError(
        `The archived log ends before the time to restore, or is damaged: see postgres.log in ${dataDir}.`,
      )
    })
    if (endsAfter) print(await describeEndOfLog(sql, endsAfter))
    await finishRestore(dataDir)
    print(await describeNewest(sql))
    return (await verifyBooks(sql, bankTimeZone, print)).breached === null
  } finally {
    await sql.end({ timeoutMs: 1_000 })
    await postgres.stop()
  }
}

function choose(backups: readonly Backup[], { at, name }: Target, backupDir: string): Backup {
  const fits = (backup: Backup) => (name === null || backup.name === name) && (!at || new Date(backup.finishedAt) <= at)
  const found = backups.find(fits)
  if (!found) throw new StartError(`${backupDir} holds no ${at ? 'backup from before this time' : 'such backup'}.`)
  return found
}

/** PostgreSQL accepts reads before it has replayed the whole log. */
async function recovered(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<{ recovering: boolean }[]>`select pg_is_in_recovery() as recovering`
    if (!row?.recovering) return
    await sleep(RECOVERY_POLL_MS)
  }
}

async function describeEndOfLog(sql: Sql, endsAfter: Date): Promise<string> {
  const [row] = await sql<{ at: Date | null }[]>`select pg_last_xact_replay_timestamp() as at`
  const end = row?.at ?? new Date(0)
  if (end < endsAfter)
    throw new StartError(
      `The archived log ends before the time to restore, at ${end.toISOString()}: without --at it is restored up to there.`,
    )
  return `The archived log ends at ${end.toISOString()}, just before that time: the bank is restored up to there.`
}

async function describeNewest(sql: Sql): Promise<string> {
  await sql`set statement_timeout = 0`
  const [row] = await sql<{ at: Date | null }[]>`select max(booked_at) as at from postings`
  return `The newest posting is from ${row?.at?.toISOString() ?? 'never'}.`
}
