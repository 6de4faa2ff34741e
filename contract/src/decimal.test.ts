import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountDue, type Decimal, formatDecimal, multiplyDecimals, parseDecimal } from './decimal.ts'

const decimals = fc.record({ units: fc.bigInt(0n, 10n ** 30n), scale: fc.integer({ min: 0, max: 18 }) })
const product = (...texts: string[]) =>
  formatDecimal(texts.map((text) => parseDecimal(text) as Decimal).reduce(multiplyDecimals))

describe('parse and format', () => {
  test.each([
    ['0', '0'],
    ['0.000', '0'],
    ['007.50', '7.5'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['100', '100'],
    ['12345678901234567890.5', '12345678901234567890.5'],
  ])('%s is written %s', (text, shortest) => {
    const parsed = parseDecimal(text)
    expect(parsed && formatDecimal(parsed)).toBe(shortest)
  })

  test.each([
    '',
    '.',
    '.5',
    '5.',
    '-1',
    '+1',
    '1e5',
    '1,000',
    '0x10',
    '１０',
    ' 1',
    '1 ',
    'NaN',
    '1.2.3',
    '1'.repeat(41),
  ])('%j is no decimal', (text) => expect(parseDecimal(text)).toBeNull())

  test('what is written reads as the same value, and one value has one text', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 5 }), (decimal, zeros) => {
        const text = formatDecimal(decimal)
        const longer = { units: decimal.units * 10n ** BigInt(zeros), scale: decimal.scale + zeros }
        expect(formatDecimal(parseDecimal(text) as Decimal)).toBe(text)
        expect(formatDecimal(longer)).toBe(text)
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
      }),
    )
  })
})

describe('multiply', () => {
  test('is exact where floating point is not', () => {
    expect(0.1 * 0.2).not.toBe(0.02)
    expect(product('0.1', '0.2')).toBe('0.02')
    expect(product('9999999999.99', '0.000000000000000001')).toBe('0.00000000999999999999')
  })

  test('agrees with whole numbers: the product scaled up is the product of both scaled up', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const { units, scale } = multiplyDecimals(a, b)
        expect(units * 10n ** BigInt(a.scale + b.scale - scale)).toBe(a.units * b.units)
      }),
    )
  })

  test('order does not matter, and one changes nothing', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(multiplyDecimals(a, b)).toEqual(multiplyDecimals(b, a))
        expect(formatDecimal(multiplyDecimals(a, { units: 1n, scale: 0 }))).toBe(formatDecimal(a))
      }),
    )
  })
})

describe('the amount due', () => {
  test.each([
    [100_00n, '0.0000165', '0.00165'],
    [1n, '0.000000000000000001', '0.00000000000000000001'],
    [33_33n, '3', '99.99'],
    [999_999_999_999n, '1', '9999999999.99'],
  ])('%s cents at %s is %s', (cents, rate, due) => expect(amountDue(cents, rate)).toBe(due))

  test('no rate, no amount', () => expect(amountDue(1n, 'a lot')).toBeNull())
})
