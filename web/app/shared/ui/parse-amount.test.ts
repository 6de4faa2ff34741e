import { expect, test } from 'vitest'
import { parseAmountCents } from './parse-amount.ts'

test.each([
  ['10', 1000n],
  ['10.5', 1050n],
  ['10.05', 1005n],
  ['$10.05', 1005n],
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
  '1,250,',
  '10 000',
  '10000000000',
])('rejects %j', (text) => {
  expect(parseAmountCents(text)).toBeNull()
})
