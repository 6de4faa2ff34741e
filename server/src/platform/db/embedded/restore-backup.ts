import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#server/platform/runtime/start-error.ts'
import type { Backup } from './base-backup.ts'
import { copyDurably, copyTree } from './copy-cluster.ts'
import { pathsIn } from './paths.ts'
import { backupPaths } from './wal-archive.ts'

/** Inside the cluster, which is PostgreSQL's working directory: its user may not reach the archive. */
const ARCHIVED = 'archived_wal'
/** Read after postgresql.conf. Removed once the bank is restored. */
const SETTINGS = 'postgresql.auto.conf'

type RestoreOptions = { backupDir: string; dataDir: string; backup: Backup; at: Date | null }

/** Puts a backup into DATA_DIR. The next start of PostgreSQL there replays the archived log, up to the given time. */
export async function placeBackup({ backupDir, dataDir, backup, at }: RestoreOptions): Promise<void> {
  const { cluster } = pathsIn(dataDir)
  if (await lstat(cluster).catch(() => null))
    throw new StartError(`DATA_DIR ${dataDir} holds a database already: restore into an empty folder.`)
  if (at && at < new Date(backup.finishedAt))
    throw new StartError(`The backup ${backup.name} ended at ${backup.finishedAt}, after the time to restore.`)
  const { base, wal } = backupPaths(backupDir)
  const archived = await neededSegments(wal, backup.firstSegment)
  if (at && archived.length === 0)
    throw new StartError(
      `${wal} holds no log: without an archive a backup is restored as of its end (${backup.finishedAt}).`,
    )
  await copyTree(join(base, backup.name, 'postgres'), cluster)
  if (archived.length === 0) return
  await mkdir(join(cluster, ARCHIVED), { mode: 0o700 })
  for (const name of archived) await copyDurably(join(wal, name), join(cluster, ARCHIVED, name))
  await writeSettings(cluster, at)
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
}

async function writeSettings(cluster: string, at: Date | null): Promise<void> {
  const settings = [
    `restore_command = 'cp ${ARCHIVED}/%f "%p"'`,
    // PostgreSQL does not know the abbreviation Z while it reads this file.
    ...(at ? [`recovery_target_time = '${at.toISOString().replace('Z', '+00')}'`] : []),
    `recovery_target_action = 'promote'`,
  ]
  await writeFile(join(cluster, SETTINGS), `${settings.join('\n')}\n`, { mode: 0o600 })
}

/** Where the log ends before the time to restore: the next start replays it up to its end. */
export const dropTargetTime = (dataDir: string) => writeSettings(pathsIn(dataDir).cluster, null)

async function neededSegments(wal: string, firstSegment: string): Promise<string[]> {
  const names = await readdir(wal).catch(() => [])
  // Compared without their timeline: the log goes on under another one after each restore.
  return names.filter(
    (name) => name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name.slice(8) >= firstSegment.slice(8)),
  )
}

/** After the first start: the settings of the recovery must not apply to a later one. */
export async function finishRestore(dataDir: string): Promise<void> {
  const { cluster } = pathsIn(dataDir)
  await rm(join(cluster, ARCHIVED), { recursive: true, force: true })
  await writeFile(join(cluster, SETTINGS), '', { mode: 0o600 })
}
