import { v7 } from 'uuid'

/** A UUIDv7 of that moment: ids sort by their time. */
export const newIdAt = (at: Date): string => v7({ msecs: at.getTime() })
