import { bankCurrency, type Currency, MAX_AMOUNT_CENTS, parseCents } from '#contract/money.ts'

/** `1150`, `1150.5` and `1150,50`. */
const PLAIN = /^(\d+)(?:[.,](\d*))?$/
/** `1,150.00`, `1.150,00`, `1 150,00` and `1'150`: the same separator throughout, and another one before the decimals. */
const GROUPED = /^(\d{1,3}(?:([., '’])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/

/**
 * The amounts in cents that a searched text can mean, whatever language it is written in. Mostly one: '1,150' is no amount with three
 * decimals, except in currencies that have them. A list shows all it finds, so unlike a form it need not ask which was meant.
 */
export function searchedAmounts(text: string, currency: Currency = bankCurrency()): bigint[] {
  const plain = withoutSigns(text, currency)
  const readings = [GROUPED.exec(plain), PLAIN.exec(plain)].flatMap((match) => {
    if (!match) return []
    const cents = parseCents(`${match[1]?.replace(/\D/g, '')}${match.at(-1) ? `.${match.at(-1)}` : ''}`, currency)
    return cents !== null && cents > 0n && cents <= MAX_AMOUNT_CENTS ? [cents] : []
  })
  return [...new Set(readings)]
}

/** Without the sign and the currency, and with Western digits: '-$1,150.00', '1.150,00 €' and 'USD 1150' are pasted. */
function withoutSigns(text: string, { code }: Currency): string {
  const digits = text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replace(/[\u061c\u200e\u200f\u2066-\u2069]/g, '')
  const bare = digits.replace(/\p{Sc}/gu, '').replace(new RegExp(`^\\s*${code}|${code}\\s*$`, 'i'), '')
  return bare
    .trim()
    .replace(/^[-+\u2212]\s*/, '')
    .replace(/\s+/g, ' ')
}
