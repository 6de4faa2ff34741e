import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, type Locale, SOURCE_LOCALE } from '#contract/locales.ts'
import { AREAS, type Area, root } from './areas.ts'

/** English text → translation; empty while there is none. English is its own translation. */
export type Catalogue = Record<string, string>

const fileOf = (area: Area, locale: Locale) => join(root, 'catalogues', area, `${locale}.json`)

export function readCatalogue(area: Area, locale: Locale): Catalogue {
  return JSON.parse(readFileSync(fileOf(area, locale), 'utf8')) as Catalogue
}

/** Adds new texts, drops those that nothing uses, and keeps the order of the code. A moved text keeps its translation. */
export function updateCatalogues(texts: Record<Area, string[]>): void {
  for (const locale of LOCALES) {
    const known: Catalogue = Object.assign({}, ...AREAS.map((area) => readCatalogue(area, locale)))
    for (const area of AREAS) {
      const own = readCatalogue(area, locale)
      const translate = (text: string) => (locale === SOURCE_LOCALE ? text : own[text] || known[text] || '')
      const catalogue = Object.fromEntries(texts[area].map((text) => [text, translate(text)]))
      writeFileSync(fileOf(area, locale), `${JSON.stringify(catalogue, null, 2)}\n`)
    }
  }
}
