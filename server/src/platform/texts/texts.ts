import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Messages, setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { directionOf, type Locale, SOURCE_LOCALE } from '#contract/locales.ts'
import { type Text, verbatim } from '#contract/text.ts'
import type { TextId, Translate } from '#contract/text-id.ts'

type Values = Readonly<Record<string, string | number>>

/** What emails, documents and files need to speak a person's language. The API itself is in English. */
export type Texts = {
  locale: Locale
  direction: 'ltr' | 'rtl'
  /** The text in this language. Values are data, or texts. */
  t: Translate<string>
  /** A stored text: translated if it is one of the bank's own, else as it was written. */
  stored: (text: string) => Text
}

const FOLDER = join(import.meta.dirname, '../../../../catalogues/server')
const known = new Map<Locale, Texts>()

/** A catalogue is read when its language is first needed. */
export function textsIn(locale: Locale): Texts {
  const texts = known.get(locale) ?? readTexts(locale)
  known.set(locale, texts)
  return texts
}

/** For what is in English in every language: files for programs, the API. */
export const sourceTexts = (): Texts => textsIn(SOURCE_LOCALE)

function readTexts(locale: Locale): Texts {
  const catalogue = JSON.parse(readFileSync(join(FOLDER, `${locale}.json`), 'utf8')) as Record<string, string>
  // An empty translation shows the English text.
  const compiled = Object.entries(catalogue).map(([text, translation]) => [
    text,
    compileMessageOrThrow(translation || text),
  ])
  const messages = Object.fromEntries(compiled) as Messages
  const i18n = setupI18n({ locale, messages: { [locale]: messages } })
  const direction = directionOf(locale)
  const fill = direction === 'rtl' ? isolate : (value: string) => value
  const t: Texts['t'] = (text, values = {}) => verbatim(i18n._(text, protect(values, fill)))
  return {
    locale,
    direction,
    t,
    stored: (text) => (Object.hasOwn(messages, text) ? t(text as TextId) : verbatim(text)),
  }
}

/** The library decodes escape sequences in the finished text. What a customer typed must stay as it is. */
const protect = (values: Values, fill: (value: string) => string): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? fill(value).replaceAll('\\', '\\x5c') : value,
    ]),
  )

const FIRST_STRONG_ISOLATE = '\u2068'
const LEFT_TO_RIGHT_ISOLATE = '\u2066'
const POP_ISOLATE = '\u2069'
const BIDI_CONTROLS = /\p{Bidi_Control}/gu

/** Names and addresses in Latin letters keep the order of the sentence around them. */
function isolate(value: string): string {
  if (value === '') return value
  const start = value.startsWith(LEFT_TO_RIGHT_ISOLATE) ? LEFT_TO_RIGHT_ISOLATE : FIRST_STRONG_ISOLATE
  return start + value.replace(BIDI_CONTROLS, '') + POP_ISOLATE
}

/** Amounts are read from left to right in every language, the minus first. */
export const leftToRight = (value: string, { direction }: Texts): Text =>
  verbatim(direction === 'rtl' ? LEFT_TO_RIGHT_ISOLATE + value.replace(BIDI_CONTROLS, '') + POP_ISOLATE : value)
