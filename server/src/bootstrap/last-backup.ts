import { join } from 'node:path'
import type { Config } from '../platform/config/config.ts'
import type { Sql } from '../platform/db/connection.ts'
import { listBackups } from '../platform/db/embedded/base-backup.ts'
import { backupPaths } from '../platform/db/embedded/wal-archive.ts'
import { reportSchema } from '../platform/db/migrator.ts'
import { readNow } from '../platform/db/read-now.ts'
import { describeDuration } from '../platform/runtime/describe-duration.ts'
import { StartError } from '../platform/runtime/start-error.ts'

type BackupPlace = Pick<Config, 'databaseUrl' | 'backupDir'>

/** `place`: the folder of a base backup; null: the log that PostgreSQL archives, which its own backup program keeps. */
export type KnownBackup = { at: Date; place: string | null }

/** The newest backup that the bank can know about. The embedded PostgreSQL is backed up by the bank, another one is not. */
export async function findLastBackup({ databaseUrl, backupDir }: BackupPlace, sql: Sql): Promise<KnownBackup | null> {
  if (databaseUrl === null) return backupDir === null ? null : findBaseBackup(backupDir)
  const [archive] = await sql<{ at: Date | null }[]>`
    select last_archived_time as at from pg_stat_archiver where current_setting('archive_mode') <> 'off'`
  return archive?.at ? { at: archive.at, place: null } : null
}

export async function findBaseBackup(backupDir: string): Promise<KnownBackup | null> {
  const [newest] = await listBackups(backupDir)
  return newest ? { at: new Date(newest.finishedAt), place: join(backupPaths(backupDir).base, newest.name) } : null
}

export function describeBackup({ at, place }: KnownBackup, now: Date): string {
  const when = `${at.toISOString()}, ${describeDuration(now.getTime() - at.getTime())} ago`
  return place === null
    ? `PostgreSQL archived its log at ${when}. Whether a base backup precedes it, only your backup program knows.`
    : `${when}, in ${place}.`
}

type Options = {
  print: (line: string) => void
  /** The operator has said that none is needed. */
  withoutBackup: boolean
  /** Null: there is no terminal. */
  ask: ((question: string) => Promise<boolean>) | null
}

/** Says when the last backup was. Without one, someone decides whether migrations are applied to what could be lost. */
export async function requireBackup(
  config: BackupPlace,
  owner: Sql,
  { print, withoutBackup, ask }: Options,
): Promise<void> {
  const schema = await reportSchema(owner)
  if (!schema || !(await hasPeople(owner))) return
  const backup = await findLastBackup(config, owner)
  if (backup) return print(`Last backup: ${describeBackup(backup, await readNow(owner))}`)
  if (withoutBackup || schema.missing.length === 0) return print('No backup is known.')
  if (!ask)
    throw new StartError(
      `No backup is known, and migrations would be applied (${schema.missing.length}). Make one (see "Backup and restore" in docs/operations.md), or migrate with --without-backup.`,
    )
  if (!(await ask('No backup is known. Migrate anyway? [y/N] ')))
    throw new StartError('Cancelled. Nothing was changed.')
}

/** The first migration makes the table. A bank without people has nothing to lose. */
async function hasPeople(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ some: boolean }[]>`select exists (select from people) as some`
  return row?.some ?? false
}
