import { describe, expect, test } from 'vitest'
import { comparableNumber, findEqual, findSimilar } from './find-account.ts'

const accounts = [
  'DE89370400440532013000',
  '0012-345',
  '12/34',
  '1234',
  'NL91ABNA0517852257',
  '98765432',
  'NL02ABNA0411111111',
  'NL03RABO0411111111',
].map((number) => ({ id: number, number }))
const numbersOf = (found: { number: string }[]) => found.map(({ number }) => number)

describe('the account that a number in a file means', () => {
  test.each([
    ['DE89370400440532013000', ['DE89370400440532013000']],
    ['de89 3704 0044 0532 0130 00', ['DE89370400440532013000']],
    ['0012345', ['0012-345']],
    ['12345', ['0012-345']],
    ['0000012-345', ['0012-345']],
    ['00098765432', ['98765432']],
    // The account whose number is written exactly so is the only one; otherwise there are two.
    ['1234', ['1234']],
    ['12-34', ['12/34', '1234']],
    // Zeros within the number count, and so does everything before it.
    ['120345', []],
    ['DE89370400440532013001', []],
    ['37040044/0532013000', []],
    ['370400440532013000', []],
    ['0532013000', []],
    ['517852257', []],
    ['', []],
    ['/', []],
  ])('%s is equal to %j', (written, expected) => {
    expect(numbersOf(findEqual(accounts, written))).toEqual(expected)
  })

  test.each([
    ['37040044/0532013000', ['DE89370400440532013000']],
    ['37040044/532013000', ['DE89370400440532013000']],
    ['0517852257', ['NL91ABNA0517852257']],
    ['411111111', ['NL02ABNA0411111111', 'NL03RABO0411111111']],
    ['GB00BANK98765432', ['98765432']],
    ['DE02120300000000202051', []],
    ['0', []],
    ['', []],
  ])('%s may be one of %j', (written, expected) => {
    expect(numbersOf(findSimilar(accounts, written))).toEqual(expected)
  })

  test('an IBAN has no leading zeros, and a number of zeros is a number', () => {
    expect(comparableNumber('NL71RABO0123456789')).not.toBe(comparableNumber('0123456789'))
    expect(comparableNumber('000')).toBe('0')
  })
})
