import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

/** Creates DATA_DIR and checks that it is writable, before the start goes on. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.writable-${randomUUID()}`)
  try {
    // As root, PostgreSQL runs under another uid, which needs to traverse this folder but not to list it.
    await makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
    // Permission bits are not enough (root, read-only mounts, quotas).
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} can't be written (${reason(error)}).`, { cause: error })
  }
}

/** One folder at a time: Node's `recursive` option hangs where folders can't be created, as in /proc. */
async function makeFolder(path: string, mode: number): Promise<void> {
  if (await stat(path).catch(() => null)) return
  if (dirname(path) !== path) await makeFolder(dirname(path), mode)
  await mkdir(path, { mode }).catch((error) => {
    // Another start may have created it meanwhile.
    if (error.code !== 'EEXIST') throw error
  })
}

/** 'EACCES: permission denied', without the path, which the message already names. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message.split(/,|\n/)[0] ?? error.message
}
