/** Money crosses the wire as dollars (a JSON number, two decimals at most); inside it is a bigint of cents. */
export const MIN_AMOUNT_CENTS = 1n
export const MAX_AMOUNT_CENTS = 999_999_999_999n

/**
 * Exact, or null. The shortest decimal text of a double is what its writer meant, as long as it has no more than
 * fifteen significant digits; `10.999`, `1e-7` and `1e21` have no form with two decimals and are refused here.
 */
export function dollarsToCents(dollars: number): bigint | null {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(dollars))
  if (!match) return null
  const [, sign, whole = '0', fraction = ''] = match
  const cents = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

/** Exact for every amount the bank can hold: below 2^46 dollars the nearest double prints as the two decimals it came from. */
export function centsToDollars(cents: bigint): number {
  return Number(cents) / 100
}

/**
 * '$12,480.55', with a minus in front of the sign for money that left. Not by `toLocaleString`: a page that shows twenty
 * amounts would make twenty formats, and that was the longest task of the landing page's scripts.
 */
export function formatDollars(amount: number, symbol = '$'): string {
  const digits = Math.abs(amount)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+\.)/g, ',')
  return `${amount < 0 ? '-' : ''}${symbol}${digits}`
}
