import { copyFile, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** PostgreSQL recreates their contents when it starts on the copy; only the empty folders are needed. */
const EXCLUDED_FOLDERS = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const EXCLUDED_FILES = ['postmaster.pid', 'postmaster.opts', 'backup_label', 'standby.signal', 'recovery.signal']

export type CopySize = { files: number; bytes: number }

/** The files of a cluster that a base backup consists of. */
export const copyCluster = (from: string, into: string): Promise<CopySize> => copyTree(from, into, true)

export async function copyTree(from: string, into: string, isCluster = false): Promise<CopySize> {
  await mkdir(into, { recursive: true, mode: 0o700 })
  const copied = { files: 0, bytes: 0 }
  const add = ({ files, bytes }: CopySize) => {
    copied.files += files
    copied.bytes += bytes
  }
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(into, entry.name)]
    if (entry.isDirectory()) {
      if (isCluster && EXCLUDED_FOLDERS.includes(entry.name)) await mkdir(target, { recursive: true, mode: 0o700 })
      else add(await copyTree(source, target))
    } else if (entry.isFile() && !(isCluster && EXCLUDED_FILES.includes(entry.name)))
      add(await copyDurably(source, target))
  }
  await syncFolder(into)
  return copied
}

/** Replaying the WAL makes up for a file that disappears meanwhile, such as a dropped table's. */
export async function copyDurably(source: string, target: string): Promise<CopySize> {
  try {
    await copyFile(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { files: 0, bytes: 0 }
    throw error
  }
  const file = await open(target, 'r+')
  try {
    await file.sync()
    return { files: 1, bytes: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

/** A new file is durable only after an fsync of its folder. Windows can't open folders and does not need it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
