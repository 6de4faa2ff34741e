import { lazy, Suspense } from 'react'
import { Outlet, useParams } from 'react-router'
import { currentLocale } from './shared/i18n/i18n.ts'

// Loaded where it is shown: pages for signing in need nothing of the site.
const UnknownPage = lazy(() => import('./site/unknown-page.tsx'))

/** Public pages, with the language as an optional prefix. Any other first word is a page that does not exist. */
export default function LocaleRoute() {
  const { locale } = useParams()
  if (locale === undefined || locale === currentLocale()) return <Outlet />
  return (
    <Suspense>
      <UnknownPage />
    </Suspense>
  )
}
