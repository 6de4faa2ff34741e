import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findPaymentReferences,
  formatPaymentReference,
  isPaymentReference,
  paymentReferenceOf,
} from './payment-reference.ts'

const reference = fc
  .integer({ min: 0, max: 9_999_999_999 })
  .map((number) => paymentReferenceOf(String(number).padStart(10, '0')))

describe('payment references', () => {
  test('have the check digits of ISO 11649', () => {
    // 'RF' counts as 2715, so this one's number is 271504, which is 1 modulo 97.
    expect(paymentReferenceOf('0000000000')).toBe('RF040000000000')
    expect(isPaymentReference('RF040000000000')).toBe(true)
    expect(isPaymentReference('RF050000000000')).toBe(false)
  })

  test('are found in any way of writing', () => {
    fc.assert(
      fc.property(reference, fc.constantFrom(' ', '-', ''), (code, separator) => {
        const written = formatPaymentReference(code).replaceAll(' ', separator).toLowerCase()
        expect(findPaymentReferences(`Deposit ${written}, thank you`)).toEqual([code])
      }),
    )
  })

  test('a wrong character or two swapped neighbours are noticed', () => {
    const position = fc.integer({ min: 4, max: 13 })
    fc.assert(
      fc.property(reference, position, fc.constantFrom(...'0123456789'), (code, at, character) => {
        const typo = code.slice(0, at) + character + code.slice(at + 1)
        expect(isPaymentReference(typo)).toBe(typo === code)
        const swapped = code.slice(0, at - 1) + code[at] + code[at - 1] + code.slice(at + 1)
        if (at > 4) expect(isPaymentReference(swapped)).toBe(swapped === code)
      }),
    )
  })
})
