import { type Locale, SOURCE_LOCALE } from '#contract/locales.ts'

type Manifest = { routes: Record<string, { path?: string } | undefined> }

/**
 * A page keeps its language until another document is loaded, so its router needs no other prefix. Five optional prefixes are 32
 * paths for every public page, and ranking those was the longest task of hydration.
 */
export function narrowRoutes(locale: Locale) {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest }
  const route = manifest?.routes['locale-route']
  if (route) route.path = locale === SOURCE_LOCALE ? '' : `${locale}?`
}
