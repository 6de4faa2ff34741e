import type { Messages } from '@lingui/core'
import { type Locale, SOURCE_LOCALE } from '#contract/locales.ts'
import { activate, currentLocale } from './i18n.ts'

/** `public`: the site, signing in, and what they share with the rest. The others are added to it. */
export type Area = 'public' | 'bank' | 'office'

/** From the build, with `{catalogue}` for the name. */
declare const CATALOGUE_ADDRESS: string
/** From the build too: the plurals and choices of public pages in English. Their other texts are in the code. */
declare const PUBLIC_ENGLISH: Messages

/** Undefined: it comes with the code. */
export const catalogueAddress = (area: Area, locale: Locale): string | undefined =>
  area === 'public' && locale === SOURCE_LOCALE
    ? undefined
    : CATALOGUE_ADDRESS.replace('{catalogue}', `${area}.${locale}`)

const ATTEMPTS = 3
const PAUSE_MS = 500
const loading = new Map<Area, Promise<null>>()

/** Loads an area’s texts once. Without them the page is in English, which is better than no page. */
export function loadCatalogue(area: Area, locale: Locale = currentLocale()): Promise<null> {
  let promise = loading.get(area)
  if (!promise) {
    const address = catalogueAddress(area, locale)
    promise = (address ? fetchCatalogue(address) : Promise.resolve(PUBLIC_ENGLISH)).then((messages) => {
      activate(locale, [messages])
      return null
    })
    loading.set(area, promise)
  }
  return promise
}

async function fetchCatalogue(address: string): Promise<Messages> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      const response = await fetch(address)
      if (response.ok) return (await response.json()) as Messages
    } catch {
      // No connection: tried again.
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt))
  }
  return {}
}
