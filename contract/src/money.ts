/** Money is a number with at most two decimals on the wire, and a bigint of cents in the server. */
export const MIN_AMOUNT_CENTS = 1n
export const MAX_AMOUNT_CENTS = 999_999_999_999n

/**
 * Exact, or null: `10.999`, `1e-7` and `1e21` can't be written with two decimals. The shortest decimal text of a double is
 * the number that was sent, up to fifteen significant digits.
 */
export function toCents(amount: number): bigint | null {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(amount))
  if (!match) return null
  const [, sign, whole = '0', fraction = ''] = match
  const cents = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

/** Exact below 2^46, the limit of a balance: the nearest double prints as the same two decimals. */
export function toAmount(cents: bigint): number {
  return Number(cents) / 100
}

/**
 * '$12,480.55' or '-$120.50'. Not `toLocaleString`, which builds a formatter per call: that was the longest task of the
 * landing page's scripts.
 */
export function formatMoney(amount: number, symbol = '$'): string {
  const digits = Math.abs(amount)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+\.)/g, ',')
  return `${amount < 0 ? '-' : ''}${symbol}${digits}`
}
