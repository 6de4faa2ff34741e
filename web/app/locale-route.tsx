import { lazy } from 'react'
import { Outlet, useLocation } from 'react-router'
import { localeOfPath, pageOfPath } from '#contract/locales.ts'
import { currentLocale } from './shared/i18n/i18n.ts'

// Loaded where it is shown: pages for signing in need nothing of the site.
const UnknownPage = lazy(() => import('./site/unknown-page.tsx'))

/** Public pages, with the language as an optional prefix: one that is offered, and only one. */
export default function LocaleRoute() {
  const { pathname } = useLocation()
  const isOffered = [null, currentLocale()].includes(localeOfPath(pathname))
  return isOffered && localeOfPath(pageOfPath(pathname)) === null ? <Outlet /> : <UnknownPage />
}
