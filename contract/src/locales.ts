/** Languages of the pages, emails and documents. No schemas in this file: pages load it. */
export const LOCALES = ['en', 'de', 'es', 'fr', 'pt-BR', 'ar'] as const
export type Locale = (typeof LOCALES)[number]

/** The language of the texts in the code. Its pages have no prefix. */
export const SOURCE_LOCALE = 'en' satisfies Locale

/** Each in its own language, so that a reader recognises it. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  ar: 'العربية',
}

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr')

/** Where a visitor’s choice is kept: the server reads it before it sends a page. */
export const LOCALE_COOKIE = 'locale'

/** The first offered language that matches a tag: 'pt-br' and 'pt' find 'pt-BR', 'de-CH' finds 'de'. */
export function matchLocale(tag: string, offered: readonly Locale[]): Locale | null {
  const wanted = tag.trim().toLowerCase()
  const [language = ''] = wanted.split('-')
  return (
    offered.find((locale) => locale.toLowerCase() === wanted) ??
    offered.find((locale) => locale.toLowerCase().split('-')[0] === language) ??
    null
  )
}

const MAX_TAGS = 20

/** The best offered language of an `Accept-Language` header, null if it asks for none of them. */
export function acceptedLocale(header: string | undefined, offered: readonly Locale[]): Locale | null {
  // A browser sends a few tags; only so many of a longer header are read.
  const ranges = (header ?? '').slice(0, 1_000).split(',', MAX_TAGS).map(parseRange)
  // Equal weights keep their order: sorting is stable.
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  for (const { tag } of wanted) {
    const found = matchLocale(tag, offered)
    if (found) return found
  }
  return null
}

function parseRange(range: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';')
  const weight = parameters
    .map((parameter) => /^\s*q\s*=(.*)$/i.exec(parameter)?.[1])
    .find((text) => text !== undefined)
  const value = weight === undefined ? 1 : Number(weight)
  return { tag: tag.trim(), weight: Number.isNaN(value) ? 0 : value }
}

/** The language that is used: the stored one while it is offered, else the default, which is the first. */
export const offeredLocale = (stored: string | null | undefined, offered: readonly Locale[]): Locale =>
  offered.find((locale) => locale === stored) ?? offered[0] ?? SOURCE_LOCALE

/** '/de/about' is in German; a path without a prefix, or with another one, is in no particular language. */
export function localeOfPath(path: string): Locale | null {
  const [, first] = path.split('/', 2)
  return first === SOURCE_LOCALE ? null : (LOCALES.find((locale) => locale === first) ?? null)
}

/** The path of a public page in a language: '/about', '/de/about'. */
export function pathIn(locale: Locale, page: string): string {
  if (locale === SOURCE_LOCALE) return page
  return page === '/' ? `/${locale}` : `/${locale}${page}`
}

/** The page of a path, without its prefix. */
export function pageOfPath(path: string): string {
  const locale = localeOfPath(path)
  return locale === null ? path : path.slice(locale.length + 1) || '/'
}
