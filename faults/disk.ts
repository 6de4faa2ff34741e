import { execFile } from 'node:child_process'
import { open, rm, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const BALLAST = 'ballast'
const MEGABYTE = 1024 * 1024

/** A separate file system for a database, which can be filled without filling the machine's. */
export type Disk = {
  /** Why there is no separate file system; null when there is one. */
  missing: string | null
  fill(): Promise<void>
  free(): Promise<void>
  remove(): Promise<void>
}

/** An ext4 image on a loop device, or else a tmpfs; both need root. */
export async function provideDisk(folder: string, image: string, megabytes: number): Promise<Disk> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return noDisk('mounting a disk needs Linux and root')
  const failure = (await mountImage(folder, image, megabytes)) && (await mountMemory(folder, megabytes))
  if (failure) return noDisk(failure)
  return {
    missing: null,
    fill: () => fill(folder),
    free: () => rm(join(folder, BALLAST), { force: true }),
    async remove() {
      await run('umount', ['-l', folder]).catch(() => {})
      await rm(image, { force: true })
    },
  }
}

export const noDisk = (missing: string): Disk => ({
  missing,
  fill: async () => {},
  free: async () => {},
  remove: async () => {},
})

/** Returns the reason when it fails, otherwise null. */
async function mountImage(folder: string, image: string, megabytes: number): Promise<string | null> {
  try {
    const file = await open(image, 'w')
    await file.close()
    await truncate(image, megabytes * MEGABYTE)
    await run('mkfs.ext4', ['-q', '-m', '0', '-O', '^has_journal', image])
    await run('mount', ['-o', 'loop', image, folder])
    return null
  } catch (error) {
    await rm(image, { force: true })
    return (error as Error).message.trim().split('\n').at(-1) ?? 'no loop device'
  }
}

async function mountMemory(folder: string, megabytes: number): Promise<string | null> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
    return null
  } catch (error) {
    return `no separate disk can be mounted (${(error as Error).message.trim().split('\n').at(-1)})`
  }
}

/** Down to the last block. */
async function fill(folder: string): Promise<void> {
  const path = join(folder, BALLAST)
  const { bavail, bsize } = await statfs(folder)
  await run('fallocate', ['-l', String(Math.max(1, Number(bavail) - 64) * Number(bsize)), path])
  const file = await open(path, 'a')
  try {
    for (;;) await file.write(Buffer.alloc(4096))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await file.close()
  }
}
