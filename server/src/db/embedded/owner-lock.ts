import { DatabaseSync } from 'node:sqlite'
import { reason } from '#server/runtime/data-dir.ts'
import { StartError } from '#server/runtime/start-error.ts'

export type OwnerLock = { release(): void }

const SQLITE_BUSY = 5
/** Held so that the collector can't close a lock nobody refers to any more. */
const held = new Set<DatabaseSync>()

/**
 * One server for one DATA_DIR; null when another living one has it. The kernel holds the lock and drops it with the
 * process, however that ends, so there is nothing stale to recognise: a file with a process id would lie as soon as the
 * id is used again, and two starts that both find a socket dead could both take it over. Node has no file locks of its
 * own; SQLite, which it ships, takes the right one on every system. The file stays empty and holds no data.
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
