import type { Messages } from '@lingui/core'
import type { Locale } from '#contract/locales.ts'
import { activate, currentLocale } from './i18n.ts'

/** `public`: the site, signing in, and what they share with the rest. The others are added to it. */
export type Area = 'public' | 'bank' | 'office'

/** Addresses by file. An area without a text that needs one has no file: English needs them for plurals only. */
const addresses = import.meta.glob<string>('../../../compiled-catalogues/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
})

export const catalogueAddress = (area: Area, locale: Locale): string | undefined =>
  addresses[`../../../compiled-catalogues/${area}.${locale}.json`]

const ATTEMPTS = 3
const PAUSE_MS = 500
const loading = new Map<Area, Promise<null>>()

/** Loads an area’s texts once. Without them the page is in English, which is better than no page. */
export function loadCatalogue(area: Area, locale: Locale = currentLocale()): Promise<null> {
  let promise = loading.get(area)
  if (!promise) {
    promise = fetchCatalogue(catalogueAddress(area, locale)).then((messages) => {
      activate(locale, [messages])
      return null
    })
    loading.set(area, promise)
  }
  return promise
}

async function fetchCatalogue(address: string | undefined): Promise<Messages> {
  if (!address) return {}
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
