import { type FileHandle, open } from 'node:fs/promises'
import { StartError } from '#server/platform/runtime/start-error.ts'
import { canReach, type RunAs } from './run-as.ts'

/** How a child process reaches a folder: `path` as an argument, and `handles` to inherit after its standard streams. */
export type FolderAccess = { path: string; handles: number[]; close(): Promise<void> }

/**
 * PostgreSQL's user can't open a folder whose parent it can't enter (a repository in /root). Root opens the folder here and
 * passes the handle on: /proc/self/fd/3 leads a process that inherits it to the folder, past its parents. Their permissions
 * stay as they are.
 */
export async function openFolder(folder: string, runAs: RunAs): Promise<FolderAccess> {
  if (await canReach(folder, runAs)) return { path: folder, handles: [], close: async () => {} }
  if (process.platform !== 'linux')
    throw new StartError(`PostgreSQL can't reach ${folder} as an ordinary user: don't start the bank as root.`)
  const handle: FileHandle = await open(folder, 'r')
  return { path: '/proc/self/fd/3', handles: [handle.fd], close: () => handle.close() }
}
