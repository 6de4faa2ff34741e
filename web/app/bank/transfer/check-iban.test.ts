import { expect, test } from 'vitest'
import { looksLikeIban, looksLikeSwift } from './check-iban.ts'

test.each([
  'DE89 3704 0044 0532 0130 00',
  'GB29NWBK60161331926819',
  'no9386011117947',
  'MT84MALT011000012345MTLCAST001S',
])('%s could be an IBAN', (text) => {
  expect(looksLikeIban(text)).toBe(true)
})

test.each([
  'DE88 3704 0044 0532 0130 00',
  'DE89',
  '0532013000',
  'DE89 3704 0044 0532 0130 0O',
  '',
  'ÄÖ8937040044053201',
])('%s could not', (text) => {
  expect(looksLikeIban(text)).toBe(false)
})

test('SWIFT codes have eight characters or eleven', () => {
  expect(['DEUTDEFF', 'deutdeff500', 'NWBK GB 2L'].map(looksLikeSwift)).toEqual([true, true, true])
  expect(['DEUTDEF', 'DEUTDEFF50', '1EUTDEFF', ''].map(looksLikeSwift)).toEqual([false, false, false, false])
})
