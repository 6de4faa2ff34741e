import { type FileHandle, open } from 'node:fs/promises'
import { StartError } from '#server/runtime/start-error.ts'
import { canReach, type RunAs } from './run-as.ts'

/** How a child names a folder: `path` as an argument, and `handles` as what it inherits after its standard streams. */
export type FolderAccess = { path: string; handles: number[]; close(): Promise<void> }

/**
 * A folder below one that is closed to PostgreSQL's user (a repository in /root is) can't be named by its path. It is
 * opened here, as root, and handed over: /proc/self/fd/3 leads every process that inherits it straight to the folder,
 * past its parents. Loosening the parents' permissions instead would be none of our business.
 */
export async function openFolder(folder: string, runAs: RunAs): Promise<FolderAccess> {
  if (await canReach(folder, runAs)) return { path: folder, handles: [], close: async () => {} }
  if (process.platform !== 'linux')
    throw new StartError(`PostgreSQL can't reach ${folder} as an ordinary user: don't start the bank as root.`)
  const handle: FileHandle = await open(folder, 'r')
  return { path: '/proc/self/fd/3', handles: [handle.fd], close: () => handle.close() }
}
