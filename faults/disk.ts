import { execFile } from 'node:child_process'
import { open, rm, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const BALLAST = 'ballast'
const MEGABYTE = 1024 * 1024

/** A disk of its own for a database, so that it can be filled without filling the machine's. */
export type Disk = {
  /** Null: this folder is on a disk of its own. Otherwise why it is not. */
  missing: string | null
  fill(): Promise<void>
  free(): Promise<void>
  remove(): Promise<void>
}

/** A file as a disk (ext4 over a loop device), or memory as a disk; both need the rights of root. */
export async function provideDisk(folder: string, image: string, megabytes: number): Promise<Disk> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return noDisk('a disk to fill needs Linux and root')
  const why = (await mountImage(folder, image, megabytes)) && (await mountMemory(folder, megabytes))
  if (why) return noDisk(why)
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

/** Null when it worked, otherwise why not. */
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
    return `no disk of its own can be mounted (${(error as Error).message.trim().split('\n').at(-1)})`
  }
}

/** To the last block. */
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
