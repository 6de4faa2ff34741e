import { useSyncExternalStore } from 'react'
import type { Workbox } from 'workbox-window'

const UPDATE_CHECK_MS = 60 * 60_000

let workbox: Workbox | undefined
let updateReady = false
const listeners = new Set<() => void>()

/** Pages then start from the cache. A new version is announced, and waits until the customer agrees. */
export async function registerServiceWorker() {
  if (workbox || import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const library = await import('workbox-window')
  workbox = new library.Workbox('/service-worker.js')
  workbox.addEventListener('waiting', () => {
    updateReady = true
    for (const listener of listeners) listener()
  })
  try {
    const registration = await workbox.register()
    setInterval(() => void registration?.update().catch(() => {}), UPDATE_CHECK_MS)
    // The first page loaded its texts before the worker could cache them.
    workbox.messageSW({ type: 'CACHE_URLS', payload: { urlsToCache: loadedAssets() } })
  } catch {
    // Refused by the browser's settings: everything works, but not offline.
  }
}

const loadedAssets = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${window.location.origin}/assets/`))

/** Switches to the new version and reloads this tab. Another tab may have switched to it before. */
export async function applyUpdate() {
  const reload = () => window.location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration?.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' })
  else reload()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useUpdateReady = () =>
  useSyncExternalStore(
    subscribe,
    () => updateReady,
    () => false,
  )
