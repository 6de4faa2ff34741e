import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { amount, withAmountCents } from './fields.ts'
import { formatMoney, MAX_AMOUNT_CENTS, toAmount, toCents } from './money.ts'

/** The largest balance an account can hold (server/src/ledger/account.ts): beyond it, doubles are wider apart than cents. */
const LARGEST = 7_036_874_417_766_399n
const cents = fc.oneof(
  fc.bigInt(0n, LARGEST),
  fc.bigInt(0n, MAX_AMOUNT_CENTS),
  fc.bigInt(LARGEST - 10_000n, LARGEST),
  fc.bigInt(0n, 1_000n),
)

describe('dollars on the wire, cents inside', () => {
  test('every amount that an account can hold survives JSON unchanged', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        for (const signed of [amount, -amount]) {
          const sent = JSON.stringify(toAmount(signed))
          expect(toCents(JSON.parse(sent))).toBe(signed)
        }
      }),
      { numRuns: 5_000 },
    )
  })

  test('amounts one dollar above the largest are no longer distinct', () => {
    const dollars = [0n, 1n, 2n, 3n].map((more) => toAmount(LARGEST + 100n + more))
    expect(new Set(dollars).size).toBeLessThan(4)
  })

  test('reads two decimals to the cent', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, MAX_AMOUNT_CENTS), (amount) => {
        const written = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
        expect(toCents(Number(written))).toBe(amount)
      }),
      { numRuns: 5_000 },
    )
  })

  test('a third decimal is never rounded away', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 99_999_999_999n), fc.integer({ min: 1, max: 9 }), (amount, third) => {
        const written = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}${third}`
        expect(toCents(Number(written))).toBe(null)
      }),
    )
  })

  test.each([Number.NaN, Infinity, -Infinity, 1e21, 1e-7, 10.999, 0.001, 0.1 + 0.2])('%d is no amount', (value) => {
    expect(toCents(value)).toBe(null)
  })
})

describe('an amount in a request', () => {
  const body = withAmountCents(z.strictObject({ amount: amount('No.'), note: z.string() }))

  test.each([
    [0.01, 1n],
    [10, 1_000n],
    [10.1, 1_010n],
    [120.5, 12_050n],
    [9_999_999_999.99, MAX_AMOUNT_CENTS],
  ])('%d', (dollars, cents) =>
    expect(body.parse({ amount: dollars, note: 'rent' })).toEqual({ amountCents: cents, note: 'rent' }),
  )

  const bad = [0, -0, -1, 0.001, 10.999, 1e-7, 1e15, Infinity, Number.NaN, 10_000_000_000, 2 ** 53 + 2]
  const kinds = ['10', '1,000', '0x10', '１０', '', null, true, [5], {}, undefined, 5n, new Date(0)]
  test.each([...bad, ...kinds])('%s is refused with the text of the form', (value) => {
    const parsed = body.safeParse({ amount: value, note: 'rent' })
    expect(parsed.success).toBe(false)
    const errors = parsed.error?.issues.map(({ message, path }) => ({ message, path }))
    expect(new Set(errors?.map((error) => JSON.stringify(error)))).toEqual(
      new Set([JSON.stringify({ message: 'No.', path: ['amount'] })]),
    )
  })
})

test('formats dollars with two decimals, groups of three and a leading minus', () => {
  expect([12480.55, 0, 5, -120.5, 1_000_000].map((amount) => formatMoney(amount))).toEqual([
    '$12,480.55',
    '$0.00',
    '$5.00',
    '-$120.50',
    '$1,000,000.00',
  ])
  expect(formatMoney(1, '€')).toBe('€1.00')
})

test('formats every amount as Intl.NumberFormat does', () => {
  const asEnglish = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  fc.assert(
    fc.property(cents, (amount) => {
      expect(formatMoney(toAmount(amount))).toBe(`$${asEnglish.format(toAmount(amount))}`)
    }),
  )
})
