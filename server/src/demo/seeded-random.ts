/** Reproducible random values: the same seed gives the same sequence. */
export type SeededRandom = {
  /** An integer; both ends are included. */
  between: (min: number, max: number) => number
  pick: <T>(from: readonly T[]) => T
  chance: (probability: number) => boolean
  bytes: (count: number) => Uint8Array
  /** Of two decimals, see `sampleCents`. */
  amountCents: (minWhole: number, maxWhole: number) => bigint
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  // mulberry32: a small generator, good enough for demo data.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    between,
    pick: (from) => {
      const picked = from[between(0, from.length - 1)]
      if (picked === undefined) throw new Error('Nothing to pick from')
      return picked
    },
    chance: (probability) => next() < probability,
    bytes: (count) => Uint8Array.from({ length: count }, () => between(0, 255)),
    /** Of two decimals, see `sampleCents`. */
    amountCents: (minWhole, maxWhole) => BigInt(between(minWhole * 100, maxWhole * 100)),
  }
}
