/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { handlePushes } from './push.ts'

declare const self: ServiceWorkerGlobalScope
/** The files of the online bank, from the build. */
declare const PRECACHED_FILES: string[]
/** Set by the server's script that loads this one: it changes with the build and with the institution's details. */
declare const SHELL_REVISION: string

const SHELL = '/dashboard'
const ASSETS = `assets-${SHELL_REVISION}`

// Names of assets contain a hash of their content, so they need no revision.
const entries: PrecacheEntry[] = PRECACHED_FILES.map((url) => ({ url, revision: null }))
precacheAndRoute([...entries, { url: SHELL, revision: SHELL_REVISION }])
cleanupOutdatedCaches()

// All pages that are rendered in the browser start from the same document.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL(SHELL), { allowlist: [/^\/(?:dashboard|home|code|pay)(?:\/|$)/] }),
)

// The texts of the chosen language, and what only staff load. Responses of the API are never cached here.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: ASSETS }),
)

handlePushes()

// A new version waits until the customer agrees or closes all tabs, so that no form is interrupted.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

// Assets of earlier versions are never asked for again.
self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldAssets())
})

async function deleteOldAssets() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('assets-') && name !== ASSETS).map((name) => caches.delete(name)),
  )
}
