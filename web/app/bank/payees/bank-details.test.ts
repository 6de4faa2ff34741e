import { expect, test } from 'vitest'
import { formatIban, ibanError, swiftCodeError } from './bank-details.ts'

test.each([
  'DE89 3704 0044 0532 0130 00',
  'GB29NWBK60161331926819',
  'no93-8601-1117-947',
  'MT84MALT011000012345MTLCAST001S',
  '',
  '  ',
])('%s is accepted as an IBAN', (text) => expect(ibanError(text)).toBe(true))

test.each(['DE88 3704 0044 0532 0130 00', 'DE89', '0532013000', 'DE00NOTANIBAN', 'DE8937040044053201300O', 'ＤＥ89'])(
  '%s is refused as an IBAN',
  (text) => expect(ibanError(text)).toBe('Enter a valid IBAN.'),
)

test('SWIFT codes have eight characters or eleven, and a country that exists', () => {
  expect(['DEUTDEFF', 'deutdeff500', 'NWBK GB 2L', ''].map(swiftCodeError)).toEqual([true, true, true, true])
  const refused = ['DEUTDEF', 'DEUTDEFF50', '1EUTDEFF', 'DEUTXXFF'].map(swiftCodeError)
  expect(new Set(refused)).toEqual(new Set(['Enter a valid SWIFT code (8 or 11 characters).']))
})

test('an IBAN is shown in groups of four; other text stays', () => {
  expect(formatIban('de89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
  expect(formatIban('DE00NOTANIBAN')).toBe('DE00NOTANIBAN')
})
