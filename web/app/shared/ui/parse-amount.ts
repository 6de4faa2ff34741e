import { MAX_AMOUNT_CENTS } from '#contract/money.ts'

/** `1,250.00`, `1250.5`, `5.` and `.5` are amounts. `10,50` is ambiguous: ten and a half, or a thousand and fifty. */
const AMOUNT = /^\$?\s*(?=\.?\d)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/

/** The typed amount in cents; null when it is not an amount between a cent and the maximum. */
export function parseAmountCents(text: string): bigint | null {
  const match = AMOUNT.exec(text.trim())
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  const cents = BigInt(whole.replaceAll(',', '')) * 100n + BigInt(fraction.padEnd(2, '0'))
  return cents > 0n && cents <= MAX_AMOUNT_CENTS ? cents : null
}
