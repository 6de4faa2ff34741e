import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { referenceOf } from '#contract/payments/reference.ts'
import { isAccountNumber } from '../../test/account-number.ts'
import { checkDigit, newAccountNumber } from './open-account.ts'

const digit = fc.integer({ min: 0, max: 9 })
const place = fc.nat(9)
const replaceAt = (text: string, at: number, sign: string) => text.slice(0, at) + sign + text.slice(at + 1)

describe('account numbers', () => {
  test('have ten digits, the last of which is the check digit', () => {
    for (let i = 0; i < 1_000; i++) {
      const number = newAccountNumber()
      expect(number).toMatch(/^[1-9]\d{9}$/)
      expect(isAccountNumber(number)).toBe(true)
    }
    expect(checkDigit('7992739871')).toBe('3')
  })

  test('a mistyped digit is detected', () => {
    fc.assert(
      fc.property(place, digit, (at, typed) => {
        const number = newAccountNumber()
        fc.pre(number[at] !== String(typed))
        expect(isAccountNumber(replaceAt(number, at, String(typed)))).toBe(false)
      }),
    )
  })

  test('two swapped adjacent digits are detected, except nine and zero', () => {
    fc.assert(
      fc.property(fc.nat(8), (at) => {
        const number = newAccountNumber()
        const [one = '', other = ''] = number.slice(at, at + 2)
        fc.pre(one !== other && one + other !== '09' && one + other !== '90')
        const swapped = replaceAt(replaceAt(number, at, other), at + 1, one)
        expect(isAccountNumber(swapped)).toBe(false)
      }),
    )
  })

  test.each(['', '123', '12345678901', '１２３４５６７８９０', '123456789x'])('%j is not an account number', (text) => {
    expect(isAccountNumber(text)).toBe(false)
  })
})

test('references use unambiguous characters, are unique and stay the same', () => {
  expect(referenceOf('01a1df2e-925f-7684-be5b-413d5ceeb435')).toBe('T17NE-EXD1N')
  const references = Array.from({ length: 2_000 }, () => referenceOf(newId()))
  for (const reference of references) expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  expect(new Set(references).size).toBe(references.length)
  expect(referenceOf('00000000-0000-7000-8000-0003ffffffff')).toBe('000FZ-ZZZZZ')
})
