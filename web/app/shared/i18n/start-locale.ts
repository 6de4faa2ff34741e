import { directionOf, LOCALE_COOKIE, type Locale, localeOfPath, matchLocale } from '#contract/locales.ts'
import { locales } from '../institution.ts'

/** From the address, then the visitor’s choice, then the browser; else the default. Pages that are not prerendered start here. */
export function preferredLocale(path: string): Locale {
  const ofAddress = localeOfPath(path)
  if (ofAddress && locales.includes(ofAddress)) return ofAddress
  const chosen = readChoice()
  if (chosen) return chosen
  // Best first: the browser has sorted them already.
  const known = navigator.languages.map((tag) => matchLocale(tag, locales))
  return known.find((locale) => locale !== null) ?? locales[0] ?? 'en'
}

export function readChoice(): Locale | null {
  const [, value = ''] = new RegExp(`(?:^|; )${LOCALE_COOKIE}=([\\w-]+)`).exec(document.cookie) ?? []
  return value ? (locales.find((locale) => locale === value) ?? null) : null
}

const YEAR_SECONDS = 31_536_000

/** Whether the choice was kept: a browser may refuse cookies. */
export function keepChoice(locale: Locale): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the server must see it, and the Cookie Store API is not everywhere.
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  return readChoice() === locale
}

/** Prerendered pages have the language they were rendered in; the empty document gets the preferred one. */
export function startLocale(): Locale {
  const root = document.documentElement
  const rendered = root.dataset.rendered === 'page' ? matchLocale(root.lang, locales) : null
  const locale = rendered ?? preferredLocale(window.location.pathname)
  root.lang = locale
  root.dir = directionOf(locale)
  return locale
}
