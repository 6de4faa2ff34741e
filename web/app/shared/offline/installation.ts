import { useSyncExternalStore } from 'react'

/** Chromium fires it when the app can be installed; other browsers have no such event. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

/** `share`: in Safari on a phone, the user installs from the share menu. */
type Offer = { by: 'prompt'; event: InstallPrompt } | { by: 'share' } | null

const DISMISSED_KEY = 'installHint'
const SAFARI_OFFER: Offer = { by: 'share' }

let offer: Offer = null
let watching = false
const listeners = new Set<() => void>()

function setOffer(next: Offer) {
  offer = next
  for (const listener of listeners) listener()
}

/** From now on the hint follows the browser's event. */
export function watchInstallation() {
  if (watching) return
  watching = true
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser's own banner would cover the page.
    event.preventDefault()
    if (!isDismissed()) setOffer({ by: 'prompt', event: event as InstallPrompt })
  })
  window.addEventListener('appinstalled', dismissInstallation)
  // Only Safari on iOS has this property; false means that it runs as a page.
  if (!('standalone' in navigator) || navigator.standalone !== false) return
  import('./startup-image.ts').then(({ addStartupImages }) => addStartupImages()).catch(() => undefined)
  if (!isDismissed()) setOffer(SAFARI_OFFER)
}

/** The hint is shown once: after this it never returns in this browser. */
export function dismissInstallation() {
  try {
    localStorage.setItem(DISMISSED_KEY, 'dismissed')
  } catch {
    // Storage is disabled: the hint returns with the next visit.
  }
  setOffer(null)
}

export async function install() {
  if (offer?.by === 'prompt') await offer.event.prompt()
  dismissInstallation()
}

function isDismissed() {
  try {
    return localStorage.getItem(DISMISSED_KEY) !== null
  } catch {
    return false
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useInstallOffer = () =>
  useSyncExternalStore(
    subscribe,
    () => offer,
    () => null,
  )
