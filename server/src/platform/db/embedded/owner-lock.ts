import { DatabaseSync } from 'node:sqlite'
import { reason } from '#server/platform/runtime/data-dir.ts'
import { StartError } from '#server/platform/runtime/start-error.ts'

export type OwnerLock = { release(): void }

const SQLITE_BUSY = 5
/** References that keep the garbage collector from closing a lock. */
const held = new Set<DatabaseSync>()

/**
 * One server per DATA_DIR; null when another running server has the lock. The kernel releases it when the process ends, so
 * it is never stale: a pid file would be wrong as soon as the id is reused, and two servers that both find a dead socket
 * could both take over. Node has no file locks; SQLite, which it ships, uses the right one on every system. The file stays
 * empty.
 */
export function takeOwnerLock(path: string): OwnerLock | null {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { timeout: 0 })
    database.exec('begin exclusive')
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw new StartError(`The lock ${path} can't be taken (${reason(error)}).`, { cause: error })
  }
  const lock = database
  held.add(lock)
  return {
    release() {
      if (held.delete(lock)) lock.close()
    },
  }
}
