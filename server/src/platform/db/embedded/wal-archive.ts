import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#server/platform/runtime/start-error.ts'
import { canReach, type RunAs } from './run-as.ts'

/** A segment is archived when it is full, and otherwise after this time: what a lost machine costs at most. */
const ARCHIVE_TIMEOUT_SECONDS = 60

export const backupPaths = (backupDir: string) => ({ base: join(backupDir, 'base'), wal: join(backupDir, 'wal') })

/** The settings that let PostgreSQL archive its log, for `postgresArguments`. */
export async function walArchiveSettings(backupDir: string, runAs: RunAs): Promise<Record<string, string | number>> {
  if (process.platform === 'win32') throw new StartError('BACKUP_DIR can’t be used on Windows.')
  if (/['"\\%\n]/.test(backupDir))
    throw new StartError(`BACKUP_DIR ${backupDir} must have no quotes, backslashes and percent signs.`)
  const { wal } = backupPaths(backupDir)
  await mkdir(wal, { recursive: true, mode: 0o711 })
  await chmod(wal, 0o700)
  if (runAs) await chown(wal, runAs.uid, runAs.gid)
  if (!(await canReach(backupDir, runAs)))
    throw new StartError(`BACKUP_DIR ${backupDir} can't be reached by the user that PostgreSQL runs as.`)
  // An archived file is never overwritten; one that a crash interrupted is written again under its name.
  const target = `'${wal}'/%f`
  const command = `cmp -s %p ${target} || { test ! -e ${target} && cp %p ${target}.part && sync ${target}.part && mv ${target}.part ${target}; }`
  return { archive_mode: 'on', archive_command: command, archive_timeout: ARCHIVE_TIMEOUT_SECONDS }
}
