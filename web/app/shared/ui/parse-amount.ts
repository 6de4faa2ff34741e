import { bankCurrency, MAX_AMOUNT_CENTS, moneySymbol, parseCents } from '#contract/money.ts'

/** `1,250.00`, `1250.5`, `5.` and `.5` are amounts. `10,50` is ambiguous: ten and a half, or a thousand and fifty. */
const AMOUNT = /^(?=\.?\d)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/

/** The typed amount in cents; null when it is not an amount between a cent and the maximum. */
export function parseAmountCents(text: string): bigint | null {
  const match = AMOUNT.exec(withoutSymbol(text.trim()))
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  const cents = parseCents(`${whole.replaceAll(',', '') || '0'}${fraction && `.${fraction}`}`)
  return cents !== null && cents > 0n && cents <= MAX_AMOUNT_CENTS ? cents : null
}

/** '$10.05' and 'USD 10.05' are typed and pasted. */
function withoutSymbol(text: string): string {
  const symbol = [moneySymbol(), bankCurrency().code].find((prefix) => text.startsWith(prefix))
  return symbol ? text.slice(symbol.length).trimStart() : text
}
