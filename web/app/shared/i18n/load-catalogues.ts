import type { Messages } from '@lingui/core'
import type { Locale } from '#contract/locales.ts'
import { activate, currentLocale } from './i18n.ts'

/** `public`: the site, signing in, and what they share with the rest. The others are added to it. */
export type Area = 'public' | 'bank' | 'office'

/** From the build, with `{catalogue}` for the name. */
declare const CATALOGUE_ADDRESS: string

export const catalogueAddress = (area: Area, locale: Locale): string =>
  CATALOGUE_ADDRESS.replace('{catalogue}', `${area}.${locale}`)

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
