import { type Text, verbatim } from './text.ts'

/**
 * Money is a number with at most as many decimals as the bank's currency on the wire, and a bigint of minor units in the
 * server. Names call minor units cents in every currency: `amountCents` of a bank in yen are yen.
 */
export type Currency = Readonly<{ code: string; decimals: number }>

export const DEFAULT_CURRENCY: Currency = { code: 'USD', decimals: 2 }
/** Four decimals of the largest balance are not exact as a JSON number, see decision 004. */
export const MAX_DECIMALS = 3

export const MIN_AMOUNT_CENTS = 1n
export const MAX_AMOUNT_CENTS = 999_999_999_999n

type Format = (amount: number, locale: string) => Text

let current = DEFAULT_CURRENCY
let currentLocale = 'en-US'
let format: Format = formatLocally
/** By locale. Building a formatter per call was the longest task of the landing page's scripts. */
const formatters = new Map<string, Intl.NumberFormat>()

/**
 * Called once, before anything is formatted or parsed: by the server from its configuration, by the browser from the page's
 * details. `formatAs` is for the build, which doesn't know the currency and writes placeholders.
 */
export function setBankCurrency(currency: Currency, formatAs: Format = formatLocally): void {
  current = currency
  format = formatAs
  formatters.clear()
}

/** How a page writes amounts. The server never calls it: it names the locale, or writes as in American English. */
export function setMoneyLocale(locale: string): void {
  currentLocale = locale
}

export const bankCurrency = (): Currency => current

/** On the wire and in configuration files, by the number of decimals. */
const PLAIN = Array.from(
  { length: MAX_DECIMALS + 1 },
  (_, decimals) => new RegExp(`^(-?)(\\d+)${decimals === 0 ? '' : `(?:\\.(\\d{1,${decimals}}))?`}$`),
)
const SCALES = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => 10 ** decimals)

/**
 * Exact, or null: in dollars, `10.999`, `1e-7` and `1e21` can't be written with two decimals. The shortest decimal text of a
 * double is the number that was sent, up to fifteen significant digits.
 */
export const toCents = (amount: number, currency = current): bigint | null => parseCents(String(amount), currency)

/** Like `toCents`, of plain text: no sign but a minus, no exponent, no grouping. */
export function parseCents(text: string, { decimals } = current): bigint | null {
  const match = PLAIN[decimals]?.exec(text)
  if (!match) return null
  const [, sign, whole = '0', fraction = ''] = match
  const cents = BigInt(whole + fraction.padEnd(decimals, '0'))
  return sign === '-' ? -cents : cents
}

/** Exact up to the limit of a balance: the nearest double prints as the same decimals. */
export const toAmount = (cents: bigint, { decimals } = current): number => Number(cents) / (SCALES[decimals] ?? 1)

/** '1841.75', '-0.05', '1842' or '1.250', by the currency: exact, unlike a floating-point number. */
export function toDecimalText(cents: bigint, { decimals } = current): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(decimals + 1, '0')
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`
  return `${cents < 0n ? '-' : ''}${digits.slice(0, digits.length - decimals)}${fraction}`
}

/** '12480.55', as fields and files have it. */
export const toPlainText = (amount: number, { decimals } = current): string => amount.toFixed(decimals)

/** '$12,480.55' or '-$120.50', '¥12,480' or 'KWD 12,480.550'; '12.480,55 $' in German. */
export const formatMoney = (amount: number, locale = currentLocale): Text => format(amount, locale)

/** What stands before an amount: '$', '€', 'CHF'. */
export const moneySymbol = (locale = 'en-US'): Text =>
  verbatim(
    formatterOf(locale)
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? current.code,
  )

function formatterOf(locale: string): Intl.NumberFormat {
  let formatter = formatters.get(locale)
  if (!formatter) {
    // The decimals of ISO 4217: those of Intl are what people write (none in Iraq, which has three).
    const { code, decimals } = current
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    formatter = new Intl.NumberFormat(locale, { style: 'currency', currency: code, ...digits })
    formatters.set(locale, formatter)
  }
  return formatter
}

/** `|| 0`: -0 is written without a minus. */
function formatLocally(amount: number, locale: string): Text {
  return isolateAmount(formatterOf(locale).format(amount || 0), locale)
}

/** Marks of direction, which `Intl` writes around Arabic amounts. They help against some surroundings only. */
const MARKS = /[\u061c\u200e\u200f]/g

/** Inside Arabic text, an amount keeps its own direction: its minus sign and currency would change places otherwise. */
export const isolateAmount = (text: string, locale: string): Text =>
  verbatim(locale.startsWith('ar') ? `\u2066${text.replace(MARKS, '')}\u2069` : text)

/**
 * Amounts of examples and demonstrations are made for two decimals. A currency without decimals has the same number of minor
 * units ($12,480.55, ¥1,248,055), one with three has one digit more (KWD 12,480.550): every amount stays plausible and exact.
 */
export const sampleCents = (cents: bigint, { decimals } = current): bigint =>
  decimals > 2 ? cents * 10n ** BigInt(decimals - 2) : cents

export const sampleAmount = (amount: number, { decimals } = current): number =>
  decimals < 2 ? Math.round(amount * 10 ** (2 - decimals)) : amount
