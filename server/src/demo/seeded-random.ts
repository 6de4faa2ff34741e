/** Reproducible random values: two demos differ only in their dates. */
export type Dice = {
  /** Whole, both ends included. */
  between: (least: number, most: number) => number
  pick: <T>(from: readonly T[]) => T
  chance: (of: number) => boolean
  bytes: (count: number) => Uint8Array
  cents: (leastDollars: number, mostDollars: number) => bigint
}

export function loadDice(seed: number): Dice {
  let state = seed >>> 0
  // mulberry32: a small generator, good enough for demo data.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    pick: (from) => {
      const picked = from[between(0, from.length - 1)]
      if (picked === undefined) throw new Error('Nothing to pick from')
      return picked
    },
    chance: (of) => next() < of,
    bytes: (count) => Uint8Array.from({ length: count }, () => between(0, 255)),
    cents: (least, most) => BigInt(between(least * 100, most * 100)),
  }
}
