import { expect, test } from 'vitest'
import { searchedAmounts } from './searched-amounts.ts'

const USD = { code: 'USD', decimals: 2 }
const KWD = { code: 'KWD', decimals: 3 }
const JPY = { code: 'JPY', decimals: 0 }

test.each([
  ['1150', [1150_00n]],
  ['1,150.00', [1150_00n]],
  ['1.150,00', [1150_00n]],
  ['1 150,00', [1150_00n]],
  ['1\u202f150,00 €', [1150_00n]],
  ["1'150.00", [1150_00n]],
  ['1,150', [1150_00n]],
  ['1.150', [1150_00n]],
  ['1150.5', [1150_50n]],
  ['10,50', [10_50n]],
  ['-$1,150.00', [1150_00n]],
  ['− 1150', [1150_00n]],
  ['USD 1150', [1150_00n]],
  ['١١٥٠٫٥٠', [1150_50n]],
  ['1,234,567.89', [1_234_567_89n]],
  ['0', []],
  ['1,15,0', []],
  ['1,150,00', []],
  ['1.150.000,5.0', []],
  ['1150.005', []],
  ['12 34', []],
  ['1e3', []],
  ['rent 1150', []],
  ['99999999999999', []],
  ['', []],
])('%s in dollars', (text, cents) => {
  expect(searchedAmounts(text, USD)).toEqual(cents)
})

test('a text with two meanings finds both, where the currency has three decimals', () => {
  expect(searchedAmounts('1,250', KWD)).toEqual([1250_000n, 1_250n])
  expect(searchedAmounts('1,250', JPY)).toEqual([1250n])
})
