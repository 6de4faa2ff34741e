import { type Messages, setupI18n } from '@lingui/core'
import { directionOf, type Locale, SOURCE_LOCALE } from '#contract/locales.ts'
import { setMoneyLocale } from '#contract/money.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { catalogueKey, type TextId, type Translate, withoutMeaning } from '#contract/text-id.ts'

/** One language per page: another one is chosen by loading the page again, so texts are plain function calls. */
export const i18n = setupI18n({ locale: SOURCE_LOCALE, messages: { [SOURCE_LOCALE]: {} } })

// Compiled catalogues have every text that needs more than this. Development and tests use the library’s own compiler.
if (import.meta.env.PROD) i18n.setMessagesCompiler(compilePlaceholders)

/** Returns the form that the library’s own compiler makes. */
export function compilePlaceholders(text: string) {
  if (!text.includes('{')) return text as never
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? [part] : part)) as never
}

export type Values = Readonly<Record<string, Text | '' | number>>

/** The text in the page’s language. */
export const t: Translate<Text | ''> = (text, values) =>
  verbatim(i18n._(catalogueKey(text), values && prepare(values), { message: withoutMeaning(text) }))

/** A text of the API: translated if a catalogue has it, else as it is. Braces in it are no placeholders. */
export const translateText = (text: string): Text =>
  catalogueKey(text) in i18n.messages ? t(text as TextId) : verbatim(text)

const prepare = (values: Values): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolate(protectBackslashes(value)) : value,
    ]),
  )

/** The library decodes escape sequences in the finished text. What a customer typed must stay as it is. */
const protectBackslashes = (value: string) => value.replaceAll('\\', '\\x5c')

/** In Arabic text, a name or a number keeps the direction of its own first letter, and the text around it keeps its order. */
export const isolate = (value: string): Text => verbatim(currentDirection() === 'rtl' ? `\u2068${value}\u2069` : value)

export const currentLocale = () => i18n.locale as Locale
export const inEnglish = () => i18n.locale === SOURCE_LOCALE
/**
 * For numbers and dates. English ones are written the American way; browsers disagree about digits in Arabic, so that those
 * of the prerendered page might differ.
 */
const FORMAT_LOCALES: Partial<Record<Locale, string>> = { en: 'en-US', ar: 'ar-u-nu-latn' }
export const formatLocale = () => FORMAT_LOCALES[currentLocale()] ?? i18n.locale
export const formatNumber = (value: number): Text => verbatim(value.toLocaleString(formatLocale()))
export const formatDate = (date: Date, parts: Intl.DateTimeFormatOptions): Text =>
  verbatim(date.toLocaleString(formatLocale(), parts))
export const currentDirection = () => directionOf(currentLocale())

/** Adds texts. Everything that is rendered from now on is in this language. */
export function activate(locale: Locale, catalogues: Messages[]) {
  i18n.load(locale, Object.assign({}, ...catalogues))
  i18n.activate(locale, FORMAT_LOCALES[locale] ?? locale)
  setMoneyLocale(formatLocale())
}
