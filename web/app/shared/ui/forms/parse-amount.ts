import { bankCurrency, type Currency, MAX_AMOUNT_CENTS, moneySymbol, parseCents } from '#contract/money.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { formatLocale, t } from '../../i18n/i18n.ts'

/** Cents between one and the maximum. `ambiguous`: an amount with the separators of another language, or one of two. */
export type AmountReading = bigint | 'ambiguous' | 'invalid'

/** `1,250.00`, `1250.5`, `5.` and `.5`. */
const DECIMAL_POINT = /^(?=\.?\d)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/
/** `1.250,00`, `1 250,00`, `1250,5`, `5,` and `,5`. The second group is the separator, the same throughout. */
const DECIMAL_COMMA = /^(?=,?\d)(\d{1,3}(?:([. \u00a0\u202f])\d{3}(?:\2\d{3})*)|\d*)(?:,(\d*))?$/

/**
 * An amount as people of the language write it. `10,50` in English is ten and a half or a slip of the finger: guessing
 * would send a hundred times the amount, so what only another language can read is ambiguous.
 */
export function readAmount(text: string, locale: string, currency: Currency = bankCurrency()): AmountReading {
  const plain = withoutSymbol(toWesternDigits(text), locale, currency)
  const point = DECIMAL_POINT.exec(plain)
  const comma = DECIMAL_COMMA.exec(plain)
  const [own, other] = isComma(locale) ? [comma, point] : [point, comma]
  const cents = own && toCents(own[1], own.at(-1), currency)
  // A thousand, or one with three decimals: '1,250' in a bank in dinars.
  const hasTwoMeanings = other && own?.at(-1) === undefined && isFraction(plain, currency)
  if (cents !== null && !hasTwoMeanings) return isInRange(cents) ? cents : 'invalid'
  return other && toCents(other[1], other.at(-1), currency) !== null ? 'ambiguous' : 'invalid'
}

/** The typed amount in cents; null when it is not an amount between a cent and the maximum. */
export function parseAmountCents(text: string): bigint | null {
  const reading = readAmount(text, formatLocale())
  return typeof reading === 'bigint' ? reading : null
}

/** True, or what to say about the text of a field: `invalid`, and how to write an amount that could mean two things. */
export function checkAmount(text: string, invalid: Text): true | Text {
  const reading = readAmount(text, formatLocale())
  if (typeof reading === 'bigint') return true
  return reading === 'ambiguous' ? joinTexts(' ', invalid, ambiguityText()) : invalid
}

export const isAmbiguous = (text: string) => readAmount(text, formatLocale()) === 'ambiguous'

export const ambiguityText = () =>
  t('Write it like {example}.', { example: toFieldText(bankCurrency().decimals === 0 ? 1250 : 1250.5) })

/** '12480.55', '12480,55' in German: as it is typed into a field. */
export const toFieldText = (amount: number, locale = formatLocale(), { decimals } = bankCurrency()): Text =>
  verbatim(
    amount.toLocaleString(locale, {
      useGrouping: false,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }),
  )

function toCents(whole = '', fraction = '', currency: Currency): bigint | null {
  return parseCents(`${whole.replace(/\D/g, '') || '0'}${fraction && `.${fraction}`}`, currency)
}

const isInRange = (cents: bigint) => cents > 0n && cents <= MAX_AMOUNT_CENTS

const isFraction = (text: string, { decimals }: Currency) => decimals === 3 && /^\d{1,3}[.,]\d{3}$/.test(text)

const isComma = (locale: string) => (1.5).toLocaleString(locale).includes(',')

/** Of Arabic and Persian keyboards, with their separators. The last four bits of such a digit are its value. */
const toWesternDigits = (text: string) =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replace(/[\u061c\u200e\u200f\u2066-\u2069]/g, '')

/** '$10.05', 'USD 10.05' and '10,05 €' are typed and pasted. */
function withoutSymbol(text: string, locale: string, { code }: Currency): string {
  const plain = text.trim()
  const symbols = [moneySymbol(locale), moneySymbol(), code]
  const before = symbols.find((symbol) => plain.startsWith(symbol))
  if (before) return plain.slice(before.length).trimStart()
  const after = symbols.find((symbol) => plain.endsWith(symbol))
  return after ? plain.slice(0, -after.length).trimEnd() : plain
}
