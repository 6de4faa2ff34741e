import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { type Currency, DEFAULT_CURRENCY, formatMoney, setBankCurrency, toAmount } from '#contract/money.ts'
import { verbatim } from '#contract/text.ts'
import { activate } from '../../i18n/i18n.ts'
import { checkAmount, parseAmountCents, readAmount, toFieldText } from './parse-amount.ts'

const EUR = { code: 'EUR', decimals: 2 }
const JPY = { code: 'JPY', decimals: 0 }
const KWD = { code: 'KWD', decimals: 3 }

afterEach(() => {
  setBankCurrency(DEFAULT_CURRENCY)
  activate('en', [])
})

const read = (texts: string[], locale: string, currency: Currency) => {
  setBankCurrency(currency)
  return texts.map((text) => readAmount(text, locale, currency))
}

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

test.each([
  ['de', '10,50', 1050n],
  ['de', '1.234,56', 123_456n],
  ['de', '1.234', 123_400n],
  ['de', '1234,5 €', 123_450n],
  ['de', ',5', 50n],
  ['de', '10.50', 'ambiguous'],
  ['de', '1,234.56', 'ambiguous'],
  ['de', '1.2345', 'invalid'],
  ['de', '1.234 567', 'invalid'],
  ['es', '12 345,60', 1_234_560n],
  ['fr', '1\u202f234,56\u00a0€', 123_456n],
  ['fr', '1 234', 123_400n],
  ['fr', '1234.56', 'ambiguous'],
  ['pt-BR', '1.234.567,89', 123_456_789n],
  ['en-US', '1,234.56', 123_456n],
  ['en-US', '10,50', 'ambiguous'],
  ['en-US', '1.234,56', 'ambiguous'],
  ['en-US', '1.234', 'ambiguous'],
  ['en-US', '10 000', 'ambiguous'],
  ['ar-u-nu-latn', '10.50', 1050n],
  ['ar-u-nu-latn', '١٠٫٥٠', 1050n],
  ['ar-u-nu-latn', '١٬٢٣٤٫٥٦', 123_456n],
  ['ar-u-nu-latn', '۱۲۳۴', 123_400n],
  ['ar-u-nu-latn', '10,50', 'ambiguous'],
  ['ar-u-nu-latn', '10،50', 'invalid'],
])('%s: %s is %s', (locale, text, reading) => {
  expect(read([text], locale, EUR)).toEqual([reading])
})

test('takes the decimals and the symbol of the bank’s currency only', () => {
  expect(read(['¥1,250', 'JPY 5', '5.', '5.0', '.5', '$5'], 'en-US', JPY)).toEqual([
    1_250n,
    5n,
    5n,
    'invalid',
    'invalid',
    'invalid',
  ])
  expect(read(['KWD 1.125', '1.1', '1.1255', '.001'], 'en-US', KWD)).toEqual([1_125n, 1_100n, 'invalid', 1n])
})

test('with three decimals, a lone separator before three digits can mean a thousand or a thousandth', () => {
  expect(read(['1,250', '1,250.000', '1.250', '1,250,000'], 'en-US', KWD)).toEqual([
    'ambiguous',
    1_250_000n,
    1_250n,
    1_250_000_000n,
  ])
  expect(read(['1.250', '1,250'], 'de', KWD)).toEqual(['ambiguous', 1_250n])
})

test('says how to write what could mean two things', () => {
  const INVALID = verbatim('Enter a valid amount.')
  expect(checkAmount('10,50', INVALID)).toBe('Enter a valid amount. Write it like 1250.50.')
  expect(checkAmount('ten', INVALID)).toBe('Enter a valid amount.')
  for (const nothing of ['0', '0.00', '00', '.0', '$0'])
    expect(checkAmount(nothing, INVALID)).toBe('Enter a valid amount.')
  activate('de', [])
  expect(checkAmount('10,50', INVALID)).toBe(true)
  expect(checkAmount('10.50', INVALID)).toContain('1250,50')
  for (const nothing of ['0', '0,00']) expect(checkAmount(nothing, INVALID)).toBe('Enter a valid amount.')
})

describe.each([JPY, EUR, KWD])('every amount in $code', (currency) => {
  const locales = ['en-US', 'de', 'es', 'fr', 'pt-BR', 'ar-u-nu-latn', 'ar-u-nu-arab']
  const cents = fc.bigInt({ min: 1n, max: 999_999_999_999n })

  test('is read back as it is written, on a page and in a field', () => {
    setBankCurrency(currency)
    fc.assert(
      fc.property(cents, fc.constantFrom(...locales), (value, locale) => {
        const amount = toAmount(value)
        expect(readAmount(formatMoney(amount, locale), locale)).toBe(value)
        expect(readAmount(toFieldText(amount, locale), locale)).toBe(value)
      }),
    )
  })

  test('is never read as another one in a language that writes it differently', () => {
    setBankCurrency(currency)
    const pair = fc.constantFrom(['de', 'en-US'], ['en-US', 'pt-BR'], ['fr', 'en-US'], ['ar-u-nu-latn', 'de'])
    fc.assert(
      fc.property(cents, pair, (value, [written = '', reader = '']) => {
        const reading = readAmount(formatMoney(toAmount(value), written), reader)
        if (currency.decimals > 0) expect([value, 'ambiguous', 'invalid']).toContain(reading)
      }),
    )
  })
})
