import { expect, test } from 'vitest'
import { DEFAULT_CURRENCY, setBankCurrency } from '#contract/money.ts'
import { parseAmountCents } from './parse-amount.ts'

test.each([
  ['10', 1000n],
  ['10.5', 1050n],
  ['10.05', 1005n],
  ['$10.05', 1005n],
  ['USD 10.05', 1005n],
  [' 1,250.00 ', 125_000n],
  ['1250000', 125_000_000n],
  ['0.01', 1n],
  ['.5', 50n],
  ['5.', 500n],
  ['9999999999.99', 999_999_999_999n],
])('reads %s as %s cents', (text, cents) => {
  expect(parseAmountCents(text)).toBe(cents)
})

test.each([
  '',
  '0',
  '0.00',
  '-5',
  '+5',
  '10,50',
  '1,00',
  '1.234',
  '1e3',
  '0x10',
  '１０',
  'ten',
  '.',
  '$',
  '€10',
  '$$10',
  '1,250,',
  '10 000',
  '10000000000',
])('rejects %j', (text) => {
  expect(parseAmountCents(text)).toBeNull()
})

test('takes the decimals and the symbol of the bank’s currency only', () => {
  const read = (code: string, decimals: number, texts: string[]) => {
    setBankCurrency({ code, decimals })
    return texts.map(parseAmountCents)
  }
  try {
    expect(read('JPY', 0, ['¥1,250', 'JPY 5', '5.', '5.0', '.5', '$5'])).toEqual([1_250n, 5n, 5n, null, null, null])
    expect(read('KWD', 3, ['KWD 1.125', '1.1', '1.1255', '.001'])).toEqual([1_125n, 1_100n, null, 1n])
  } finally {
    setBankCurrency(DEFAULT_CURRENCY)
  }
})
