import { expect, test } from 'vitest'
import { roundUpCents, roundUpUnitCents } from './round-up.ts'

test.each([
  [2, 3_40n, 60n],
  [2, 1n, 99n],
  [2, 99n, 1n],
  [2, 4_00n, 0n],
  [0, 340n, 60n],
  [0, 400n, 0n],
  [3, 1_250n, 750n],
  [3, 2_000n, 0n],
])('with %i decimals, %i leaves %i', (decimals, paidCents, expected) => {
  expect(roundUpCents(paidCents, roundUpUnitCents({ code: 'XXX', decimals }))).toBe(expected)
})
