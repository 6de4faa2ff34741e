import type { Locale } from '#contract/locales.ts'
import { LOCALE_TEXT } from '#contract/texts.ts'
import type { Config } from '../platform/config/config.ts'
import { invalidField } from '../platform/runtime/refusal.ts'

/** The API knows every language of the program; a bank offers some of them. */
export function requireOffered(locale: Locale, { locales }: Pick<Config, 'locales'>): void {
  if (!locales.includes(locale)) throw invalidField('locale', LOCALE_TEXT)
}
