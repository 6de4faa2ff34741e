import { currentLocale } from './i18n.ts'

/** A label in the middle of a text: 'Show password'. German nouns keep their capital letter. */
export function inSentence(label: string): string {
  const locale = currentLocale()
  return locale === 'de' ? label : label.charAt(0).toLocaleLowerCase(locale) + label.slice(1)
}
