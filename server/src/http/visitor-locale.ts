import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { acceptedLocale, LOCALE_COOKIE, type Locale } from '#contract/locales.ts'

/** The visitor's choice, then the browser's. Null: neither names an offered language. */
export function visitorLocale({ headers }: FastifyRequest, offered: readonly Locale[]): Locale | null {
  const chosen = parseCookie(headers.cookie ?? '')[LOCALE_COOKIE] ?? ''
  return offered.find((locale) => locale === chosen) ?? acceptedLocale(headers['accept-language'], offered)
}
