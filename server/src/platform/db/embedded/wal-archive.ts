import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#server/platform/runtime/start-error.ts'
import { isUnavailable } from '../errors.ts'
import { runStatement } from '../run-statement.ts'
import type { Postmaster } from './postmaster.ts'
import { canReach, type RunAs } from './run-as.ts'
import type { EmbeddedConnection } from './server-info.ts'

/** A segment is archived when it is full, and otherwise after this time: what a lost machine costs at most. */
export const ARCHIVE_TIMEOUT_SECONDS = 60

export const backupPaths = (backupDir: string) => ({ base: join(backupDir, 'base'), wal: join(backupDir, 'wal') })

/** The settings that let PostgreSQL archive its log, for `postgresArguments`. */
export async function walArchiveSettings(
  backupDir: string,
  runAs: RunAs,
  timeoutSeconds = ARCHIVE_TIMEOUT_SECONDS,
): Promise<Record<string, string | number>> {
  if (process.platform === 'win32') throw new StartError('BACKUP_DIR can’t be used on Windows.')
  if (/['"\\%\n]/.test(backupDir))
    throw new StartError(`BACKUP_DIR ${backupDir} must have no quotes, backslashes and percent signs.`)
  const { wal } = backupPaths(backupDir)
  await mkdir(wal, { recursive: true, mode: 0o711 })
  await chmod(wal, 0o700)
  if (runAs) await chown(wal, runAs.uid, runAs.gid)
  if (!(await canReach(backupDir, runAs)))
    throw new StartError(`BACKUP_DIR ${backupDir} can't be reached by the user that PostgreSQL runs as.`)
  return { archive_mode: 'on', archive_command: archiveCommand(`'${wal}'`), archive_timeout: timeoutSeconds }
}

/** An archived file is never overwritten; one that a crash interrupted is written again under its name. */
export function archiveCommand(folder: string): string {
  const target = `${folder}/%f`
  return `cmp -s %p ${target} || { test ! -e ${target} && cp %p ${target}.part && sync ${target}.part && mv ${target}.part ${target}; }`
}

const POLL_MS = 100

/**
 * The process that archives by time plans its first pause while PostgreSQL starts, when it does not archive yet: without this
 * checkpoint it would sleep until the regular one, for ten minutes. Ends with this PostgreSQL.
 */
export async function startArchiving(postmaster: Pick<Postmaster, 'pid'>, connection: EmbeddedConnection) {
  const { pid } = postmaster
  while (pid !== undefined && postmaster.pid === pid) {
    const failure = await runStatement(connection, 'checkpoint').catch((error) => error)
    if (!isUnavailable(failure)) return
    await sleep(POLL_MS)
  }
}
