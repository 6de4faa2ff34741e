import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const BYTES_PER_ID = 16
/** For many ids at once: asking the operating system for each costs more than all the rest of an id. */
const pool = Buffer.alloc(BYTES_PER_ID * 256)
let used = pool.length

function takeRandom(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += BYTES_PER_ID
  return pool.subarray(used - BYTES_PER_ID, used)
}

/** A UUIDv7 of that moment: ids sort by their time, and those of one moment by their place, if they have one. */
export const newIdAt = (at: Date, place?: number): string =>
  v7({ msecs: at.getTime(), random: takeRandom(), ...(place === undefined ? {} : { seq: place }) })
