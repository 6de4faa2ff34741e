import { useSyncExternalStore } from 'react'
import { forgetSnapshot } from '../offline/stored-snapshot.ts'

const KEY = 'authToken'
const listeners = new Set<() => void>()

// Storage can be disabled (private browsing, policies) or full; the session then lasts as long as the page.
let inMemory: string | null = null
/** The token that the server rejected. It stays stored, so that a page with a half-filled form is not unmounted. */
let rejected: string | null = null

export function readToken(): string | null {
  try {
    return localStorage.getItem(KEY) ?? inMemory
  } catch {
    return inMemory
  }
}

export function storeToken(token: string | null) {
  // The copy for offline use belongs to the session.
  forgetSnapshot()
  // The copy in memory is only for tokens that can't be stored: another tab must be able to log this one out.
  inMemory = null
  try {
    if (token === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, token)
  } catch {
    inMemory = token
    removeStored()
  }
  notifyListeners()
}

/** An older stored token would take precedence over the one in memory. */
function removeStored() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Storage that can't be written to is not read either.
  }
}

/** Stores which token was rejected: a late response to an old token must not end the session of a newer one. */
export function markTokenRejected(token: string) {
  rejected = token
  forgetSnapshot()
  notifyListeners()
}

function notifyListeners() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  // Logging out in one tab logs out in all of them.
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** `undefined` in prerendered HTML and during hydration, when storage can't be read yet. */
export function useToken(): string | null | undefined {
  return useSyncExternalStore(subscribe, readToken, () => undefined)
}

const isRejected = () => rejected !== null && rejected === readToken()

/** The session has ended and the user has not logged in again. */
export function useTokenRejected(): boolean {
  return useSyncExternalStore(subscribe, isRejected, () => false)
}
