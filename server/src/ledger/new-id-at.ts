import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const ID_BYTES = 16
/** Random bytes are cheap by the thousand, and dear by the dozen. None is used twice. */
const pool = Buffer.alloc(ID_BYTES * 256)
let used = pool.length

/** Ids sort by their time. */
export function newIdAt(at: Date): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += ID_BYTES
  return v7({ msecs: at.getTime(), random: pool.subarray(used - ID_BYTES, used) })
}
