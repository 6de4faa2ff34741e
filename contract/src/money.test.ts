import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { currencyName } from './currency-name.ts'
import { amount, withAmountCents } from './fields.ts'
import {
  type Currency,
  DEFAULT_CURRENCY,
  formatMoney,
  MAX_AMOUNT_CENTS,
  moneySymbol,
  parseCents,
  sampleAmount,
  sampleCents,
  setBankCurrency,
  toAmount,
  toCents,
  toDecimalText,
} from './money.ts'

/** The largest balance an account can hold (server/src/ledger/account.ts): beyond it, doubles are wider apart than cents. */
const LARGEST = 7_036_874_417_766_399n
const cents = fc.oneof(
  fc.bigInt(0n, LARGEST),
  fc.bigInt(0n, MAX_AMOUNT_CENTS),
  fc.bigInt(LARGEST - 10_000n, LARGEST),
  fc.bigInt(0n, 1_000n),
)
const YEN = { code: 'JPY', decimals: 0 }
const DOLLAR = { code: 'USD', decimals: 2 }
const DINAR = { code: 'KWD', decimals: 3 }

/** Other test files share this module's state. */
function within<Result>(currency: Currency, work: () => Result): Result {
  setBankCurrency(currency)
  try {
    return work()
  } finally {
    setBankCurrency(DEFAULT_CURRENCY)
  }
}

describe.each([YEN, DOLLAR, DINAR])('$decimals decimals on the wire, minor units inside', (currency) => {
  test('every amount that an account can hold survives JSON unchanged', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        for (const signed of [amount, -amount]) {
          const sent = JSON.stringify(toAmount(signed, currency))
          expect(toCents(JSON.parse(sent), currency)).toBe(signed)
        }
      }),
      { numRuns: 5_000 },
    )
  })

  test('its decimal text is exact, and has all decimals', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        for (const signed of [amount, -amount]) {
          const text = toDecimalText(signed, currency)
          expect(parseCents(text, currency)).toBe(signed)
          expect(text.split('.')[1]?.length ?? 0).toBe(currency.decimals)
        }
      }),
    )
  })

  test('one decimal more is never rounded away', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 99_999_999_999n), fc.integer({ min: 1, max: 9 }), (amount, more) => {
        const text = toDecimalText(amount, currency)
        const written = `${text}${text.includes('.') ? '' : '.'}${more}`
        expect([toCents(Number(written), currency), parseCents(written, currency)]).toEqual([null, null])
      }),
    )
  })

  test('is formatted with exactly its decimals, as it is parsed', () => {
    within(currency, () =>
      fc.assert(
        fc.property(cents, (amount) => {
          const digits = formatMoney(toAmount(amount)).replace(moneySymbol(), '').replaceAll(',', '').trim()
          expect(digits).toBe(toDecimalText(amount))
        }),
      ),
    )
  })

  test('samples keep every digit', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 99_999_999n), (amount) => {
        const sample = sampleCents(amount, currency)
        expect(toAmount(sample, currency)).toBe(sampleAmount(toAmount(amount, DOLLAR), currency))
        expect(String(sample).startsWith(String(amount))).toBe(true)
      }),
    )
  })
})

test('amounts one dollar above the largest are no longer distinct', () => {
  const amounts = [0n, 1n, 2n, 3n].map((more) => toAmount(LARGEST + 100n + more))
  expect(new Set(amounts).size).toBeLessThan(4)
})

test.each([Number.NaN, Infinity, -Infinity, 1e21, 1e-7, 10.999, 0.001, 0.1 + 0.2])('%d is no amount', (value) => {
  expect(toCents(value)).toBe(null)
})

test.each(['', '.5', '5.', '+5', '1,000', '1e3', ' 5', '5 ', '--5', '0x10', '１０', '5\n'])(
  '%j is no amount',
  (text) => {
    for (const currency of [YEN, DOLLAR, DINAR]) expect(parseCents(text, currency)).toBe(null)
  },
)

describe('an amount in a request', () => {
  const body = withAmountCents(z.strictObject({ amount: amount('No.'), note: z.string() }))

  test.each([
    [0.01, 1n],
    [10, 1_000n],
    [10.1, 1_010n],
    [120.5, 12_050n],
    [9_999_999_999.99, MAX_AMOUNT_CENTS],
  ])('%d', (amount, cents) =>
    expect(body.parse({ amount, note: 'rent' })).toEqual({ amountCents: cents, note: 'rent' }),
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

test('a request has at most the decimals of the currency, and the text of the refusal says so', () => {
  const schema = amount()
  const refusalIn = (currency: Currency, value: unknown) =>
    within(currency, () => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [])
  expect([1, 10, 999_999_999_999].flatMap((value) => refusalIn(YEN, value))).toEqual([])
  for (const value of [0, 0.5, 10.5, 1_000_000_000_000])
    expect(refusalIn(YEN, value)).toEqual(['Enter an amount between 1 and 999,999,999,999 without decimals.'])
  expect([0.001, 10.125, 999_999_999.999].flatMap((value) => refusalIn(DINAR, value))).toEqual([])
  for (const value of [0, 0.0001, 10.1255, 1_000_000_000])
    expect(refusalIn(DINAR, value)).toEqual([
      'Enter an amount between 0.001 and 999,999,999.999 with at most three decimals.',
    ])
  expect(refusalIn(DOLLAR, 10.125)).toEqual([
    'Enter an amount between 0.01 and 9,999,999,999.99 with at most two decimals.',
  ])
})

test('formats in English by currency, with groups of three and a leading minus', () => {
  const formatted = (currency: Currency) =>
    within(currency, () => [12480.55, 0, -0, 5, -120.5, 1_000_000].map((amount) => formatMoney(sampleAmount(amount))))
  const inDollars = ['$12,480.55', '$0.00', '$0.00', '$5.00', '-$120.50', '$1,000,000.00']
  expect(formatted(DOLLAR)).toEqual(inDollars)
  expect(formatted({ code: 'EUR', decimals: 2 })).toEqual(inDollars.map((text) => text.replace('$', '€')))
  expect(formatted(YEN)).toEqual(['¥1,248,055', '¥0', '¥0', '¥500', '-¥12,050', '¥100,000,000'])
  expect(formatted(DINAR).slice(0, 2)).toEqual(['KWD\u00a012,480.550', 'KWD\u00a00.000'])
  // Intl would write none of the three decimals that ISO 4217 and the ledger have.
  expect(formatted({ code: 'IQD', decimals: 3 })[0]).toBe('IQD\u00a012,480.550')
  expect(within({ code: 'EUR', decimals: 2 }, () => formatMoney(-12480.55, 'de'))).toBe('-12.480,55\u00a0€')
})

test('names the currency as texts and documents do', () => {
  const names = (currency: Currency) =>
    within(currency, () => (['one', 'other', 'formal'] as const).map((form) => currencyName(form)))
  expect(names(DOLLAR)).toEqual(['dollar', 'dollars', 'US dollar'])
  expect(names({ code: 'EUR', decimals: 2 })).toEqual(['euro', 'euros', 'euro'])
  expect(names(DINAR)).toEqual(['Kuwaiti dinar', 'Kuwaiti dinars', 'Kuwaiti dinar'])
  expect(names(YEN)).toEqual(['Japanese yen', 'Japanese yen', 'Japanese yen'])
})
