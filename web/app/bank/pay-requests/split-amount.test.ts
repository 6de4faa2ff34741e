import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitAmount } from './split-amount.ts'

const sum = (parts: readonly bigint[]) => parts.reduce((total, part) => total + part, 0n)
const cents = fc.bigInt(1n, 1_000_000_00n)

test('shares cents that are left over among the first', () => {
  expect(splitAmount(10_00n, [null, null, null])).toEqual([3_34n, 3_33n, 3_33n])
  expect(splitAmount(10_00n, [null, 5_00n, null])).toEqual([2_50n, 5_00n, 2_50n])
  expect(splitAmount(10_00n, [4_00n, 6_00n])).toEqual([4_00n, 6_00n])
})

test('refuses what does not add up, and parts of nothing', () => {
  expect(splitAmount(10_00n, [4_00n, 5_99n])).toBeNull()
  expect(splitAmount(10_00n, [10_00n, null])).toBeNull()
  expect(splitAmount(2n, [null, null, null])).toBeNull()
  expect(splitAmount(10_00n, [0n, null])).toBeNull()
  expect(splitAmount(10_00n, [])).toBeNull()
})

test('equal parts add up exactly and differ by at most one cent', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 30 }), (total, count) => {
      const parts = splitAmount(
        total,
        Array.from({ length: count }, () => null),
      )
      expect(parts === null).toBe(total < BigInt(count))
      if (!parts) return
      expect(sum(parts)).toBe(total)
      const [most, least] = [parts[0] ?? 0n, parts.at(-1) ?? 0n]
      expect(most - least <= 1n && least > 0n).toBe(true)
    }),
  )
})

test('own amounts stay as they are, and everything adds up', () => {
  fc.assert(
    fc.property(cents, fc.array(fc.option(fc.bigInt(1n, 500_00n)), { minLength: 1, maxLength: 12 }), (total, fixed) => {
      const parts = splitAmount(total, fixed)
      if (!parts) return
      expect(sum(parts)).toBe(total)
      expect(parts.every((part, place) => part > 0n && (fixed[place] ?? part) === part)).toBe(true)
    }),
  )
})
