import { bankCurrency } from './money.ts'

/**
 * Exact decimals for crypto rates and amounts due: `units` divided by ten to the power of `scale`. Floating point can't
 * represent 0.1 exactly, and every digit of an amount in a wallet counts.
 */
export type Decimal = { units: bigint; scale: number }

/** The most decimals of a rate: Ethereum's, the most of any widely used currency. */
export const MAX_RATE_DECIMALS = 18

const PLAIN = /^(\d{1,40})(?:\.(\d{1,40}))?$/

/** Plain digits only (`0.0000165`): no sign, exponent or grouping. Null otherwise. */
export function parseDecimal(text: string): Decimal | null {
  const match = PLAIN.exec(text)
  if (!match) return null
  const [, whole = '0', fraction = ''] = match
  return normalize({ units: BigInt(whole + fraction), scale: fraction.length })
}

/** A number without an exponent: JavaScript prints numbers below 0.000001 with one. */
export function plainDigits(value: number): string {
  const match = /^(\d)(?:\.(\d+))?e-(\d+)$/.exec(String(value))
  if (!match) return String(value)
  const [, first = '', rest = '', exponent = '0'] = match
  return `0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`
}

/** The shortest plain text, without insignificant zeros: one text per value. */
export function formatDecimal(decimal: Decimal): string {
  const { units, scale } = normalize(decimal)
  const digits = units.toString().padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Exact, without rounding. */
export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal =>
  normalize({ units: a.units * b.units, scale: a.scale + b.scale })

export const centsToDecimal = (cents: bigint): Decimal => normalize({ units: cents, scale: bankCurrency().decimals })

/** The price of a deposit in a currency at `rate` per unit of the bank's currency; null when the rate is not a decimal. */
export function amountDue(amountCents: bigint, rate: string): string | null {
  const perUnit = parseDecimal(rate)
  return perUnit && formatDecimal(multiplyDecimals(centsToDecimal(amountCents), perUnit))
}

function normalize({ units, scale }: Decimal): Decimal {
  let [shorter, left] = [units, scale]
  while (left > 0 && shorter % 10n === 0n) {
    shorter /= 10n
    left--
  }
  return { units: shorter, scale: left }
}
