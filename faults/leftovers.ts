import { execFile } from 'node:child_process'
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { stopOrphan } from '#server/platform/db/embedded/orphan.ts'
import { pathsIn } from '#server/platform/db/embedded/paths.ts'

export const PREFIX = 'openteller-faults-'
/** Longer than any campaign. */
const ABANDONED_AFTER_MS = 12 * 3_600_000

/** Cleans up after killed campaigns, whose databases still run and whose disks are still mounted. */
export async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!name.startsWith(PREFIX) || Date.now() - (await stat(folder)).mtimeMs < ABANDONED_AFTER_MS) continue
    for (const node of ['a', 'b']) {
      await stopOrphan(pathsIn(join(folder, node)).cluster, () => {})
      await promisify(execFile)('umount', ['-l', join(folder, node)]).catch(() => {})
    }
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}
