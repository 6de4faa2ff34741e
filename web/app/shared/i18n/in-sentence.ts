import { type Text, verbatim } from '#contract/text.ts'
import { currentLocale } from './i18n.ts'

/** A label in the middle of a text: 'Show password'. German nouns keep their capital letter. */
export function inSentence(label: Text): Text {
  const locale = currentLocale()
  return locale === 'de' ? label : verbatim(label.charAt(0).toLocaleLowerCase(locale) + label.slice(1))
}
