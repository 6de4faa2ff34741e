import { statfs } from 'node:fs/promises'
import { notChecked, ok, type Verdict, wrong } from './verdict.ts'

const GIGABYTE = 1_000_000_000
/** A disk is nearly full below a tenth, unless it is so large that there is time. */
const LEAST_SHARE = 0.1
const ENOUGH_BYTES = 20 * GIGABYTE
const LEAST_BYTES = GIGABYTE

/** The disk of a database on another machine can't be seen from here. */
export async function checkDisk(folder: string): Promise<Verdict> {
  const disk = await statfs(folder).catch(() => null)
  if (!disk) return notChecked(`${folder} does not exist`)
  const [freeBytes, allBytes] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize]
  const share = allBytes === 0 ? 0 : freeBytes / allBytes
  const free = `${(freeBytes / GIGABYTE).toFixed(1)} GB (${Math.floor(share * 100)} %) are free in ${folder}`
  const isTight = freeBytes < LEAST_BYTES || (share < LEAST_SHARE && freeBytes < ENOUGH_BYTES)
  return isTight ? wrong(`Only ${free}: delete what is not needed there, or enlarge the disk.`) : ok(free)
}
