import { useEffect } from 'react'
import { type Locale, localeOfPath, offeredLocale } from '#contract/locales.ts'
import { locales } from '../institution.ts'
import { currentLocale } from './i18n.ts'
import { rendering } from './rendering.ts'
import { keepChoice, readChoice } from './start-locale.ts'

/**
 * The page is loaded again if the person’s language is another one. True meanwhile. An address with a language decides
 * before the person; a browser that refuses cookies keeps the language it has.
 */
export function usePersonLocale(stored: Locale | null): boolean {
  const wanted = wantedLocale(stored)
  useEffect(() => {
    if (wanted && keepChoice(wanted)) window.location.reload()
  }, [wanted])
  return wanted !== null && navigator.cookieEnabled
}

/** Null: the page has the right language, or one that can’t be changed. */
function wantedLocale(stored: Locale | null): Locale | null {
  if (stored === null || localeOfPath(window.location.pathname)) return null
  const wanted = offeredLocale(stored, locales)
  if (wanted === currentLocale()) return null
  // It was loaded for this choice already: once more would not help.
  return rendering() === 'shell' && readChoice() === wanted ? null : wanted
}
