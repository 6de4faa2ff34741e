import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

/** Makes DATA_DIR, and finds out now rather than in the middle of a start whether it can be written. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.writable-${randomUUID()}`)
  try {
    // Root's PostgreSQL runs as somebody else, who has to walk through this folder; nobody can list it either way.
    await makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
    // Permission bits don't tell (root, read-only mounts, quotas): only writing does.
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} can't be written (${reason(error)}).`, { cause: error })
  }
}

/** One folder at a time: Node's own `recursive` never comes back where nothing can be made, as in /proc. */
async function makeFolder(path: string, mode: number): Promise<void> {
  if (await stat(path).catch(() => null)) return
  if (dirname(path) !== path) await makeFolder(dirname(path), mode)
  await mkdir(path, { mode }).catch((error) => {
    // Another start may have made it in the meantime.
    if (error.code !== 'EEXIST') throw error
  })
}

/** 'EACCES: permission denied' without the rest, which repeats the path. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message.split(/,|\n/)[0] ?? error.message
}
