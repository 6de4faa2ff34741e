/**
 * Exact decimals for crypto rates and amounts due: `units` divided by ten to the power of `scale`. Binary floating point
 * can't hold 0.1, and a wallet counts the last digit.
 */
export type Decimal = { units: bigint; scale: number }

/** A rate per dollar has at most this many decimals: the finest that a widely used currency counts in. */
export const MAX_RATE_DECIMALS = 18

const PLAIN = /^(\d{1,40})(?:\.(\d{1,40}))?$/

/** Plain digits only (`0.0000165`): no sign, no exponent, no grouping. Anything else is null. */
export function parseDecimal(text: string): Decimal | null {
  const match = PLAIN.exec(text)
  if (!match) return null
  const [, whole = '0', fraction = ''] = match
  return normalise({ units: BigInt(whole + fraction), scale: fraction.length })
}

/** The digits that a number was written with: JSON numbers below 0.000001 print with an exponent. */
export function plainDigits(value: number): string {
  const match = /^(\d)(?:\.(\d+))?e-(\d+)$/.exec(String(value))
  if (!match) return String(value)
  const [, first = '', rest = '', exponent = '0'] = match
  return `0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`
}

/** The shortest plain text: no zero that says nothing, and so one text for one value. */
export function formatDecimal(decimal: Decimal): string {
  const { units, scale } = normalise(decimal)
  const digits = units.toString().padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** All digits are kept: nothing is rounded. */
export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal =>
  normalise({ units: a.units * b.units, scale: a.scale + b.scale })

export const centsToDecimal = (cents: bigint): Decimal => normalise({ units: cents, scale: 2 })

/** What a deposit of `amountCents` costs in a currency at `rate` per dollar, or null when the rate is no decimal. */
export function amountDue(amountCents: bigint, rate: string): string | null {
  const perDollar = parseDecimal(rate)
  return perDollar && formatDecimal(multiplyDecimals(centsToDecimal(amountCents), perDollar))
}

function normalise({ units, scale }: Decimal): Decimal {
  let [shorter, left] = [units, scale]
  while (left > 0 && shorter % 10n === 0n) {
    shorter /= 10n
    left--
  }
  return { units: shorter, scale: left }
}
