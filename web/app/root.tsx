import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import stylesheet from './app.css?url'
import { currentDirection, currentLocale } from './shared/i18n/i18n.ts'
import { catalogueAddress } from './shared/i18n/load-catalogues.ts'
import { rendering } from './shared/i18n/rendering.ts'
import { DETAILS_ID, demoAttribute, demonstrationAttribute, detailsText, institution } from './shared/institution.ts'
import type { Content } from './shared/ui/content.ts'
import { FailurePage } from './shared/ui/feedback/failure-page.tsx'
import { PageSpinner } from './shared/ui/feedback/spinner.tsx'
import { Toaster } from './shared/ui/feedback/toaster.tsx'
import { Ribbon } from './shared/ui/page/ribbon.tsx'
import { systemMedia, THEME_COLORS, THEME_SCRIPT } from './shared/ui/page/theme.ts'

const preloadedFont = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const

export const links: LinksFunction = () => [
  preloadedFont(fraunces),
  preloadedFont(inter),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

export const meta = () => [{ title: institution.name }]

export function Layout({ children }: { children: Content }) {
  const catalogue = rendering() === 'page' ? catalogueAddress('public', currentLocale()) : undefined
  return (
    <html
      lang={currentLocale()}
      dir={currentDirection()}
      data-rendered={rendering()}
      data-demonstration={demonstrationAttribute}
      data-demo={demoAttribute}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* With a precedence, React writes the stylesheet before the framework's module preloads: it blocks the first paint. */}
        <link rel="stylesheet" href={stylesheet} precedence="default" />
        <meta name="theme-color" media={systemMedia('light')} content={THEME_COLORS.light} />
        <meta name="theme-color" media={systemMedia('dark')} content={THEME_COLORS.dark} />
        <script>{THEME_SCRIPT}</script>
        {catalogue && <link rel="preload" as="fetch" crossOrigin="anonymous" href={catalogue} />}
        <Meta />
        <Links />
      </head>
      <body>
        <script id={DETAILS_ID} type="application/json">
          {detailsText}
        </script>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return (
    <>
      <Ribbon />
      <Outlet />
      <Toaster />
    </>
  )
}

/** Shown on signed-in pages until their code has loaded. Public pages are prerendered and never show it. */
export function HydrateFallback() {
  return (
    <>
      <Ribbon />
      <PageSpinner />
    </>
  )
}

export function ErrorBoundary() {
  return (
    <>
      <Ribbon />
      <FailurePage />
    </>
  )
}
