import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadCatalogue } from './shared/i18n/load-catalogues.ts'
import { narrowRoutes } from './shared/i18n/narrow-routes.ts'
import { startLocale } from './shared/i18n/start-locale.ts'

// Hydration renders the texts that the page has already, so they must be here first.
const locale = startLocale()
narrowRoutes(locale)
const isBank = window.location.pathname.startsWith('/dashboard')
await Promise.all(
  (isBank ? (['public', 'bank'] as const) : (['public'] as const)).map((area) => loadCatalogue(area, locale)),
)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
