import { useSyncExternalStore } from 'react'

const KEY = 'authToken'
const listeners = new Set<() => void>()

// Storage can be switched off (private windows, policies) or full; the session then lasts as long as the page.
let inMemory: string | null = null
/** The token that an answer called dead. Kept in place, so that a page with a half-filled form is not torn down. */
let refused: string | null = null

export function readToken(): string | null {
  try {
    return localStorage.getItem(KEY) ?? inMemory
  } catch {
    return inMemory
  }
}

export function storeToken(token: string | null) {
  // Only what could not be stored: what another tab removes there must be gone here too.
  inMemory = null
  try {
    if (token === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, token)
  } catch {
    inMemory = token
    forgetStored()
  }
  tell()
}

/** An older token that is still there would win over the one in memory. */
function forgetStored() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Then it can't be read either.
  }
}

/** A late answer to an old token says nothing about the one that came after it: hence the comparison when it is read. */
export function markTokenRejected(token: string) {
  refused = token
  tell()
}

function tell() {
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

/** `undefined` while it is not known yet: in prerendered HTML and during the very first render. */
export function useToken(): string | null | undefined {
  return useSyncExternalStore(subscribe, readToken, () => undefined)
}

const isRefused = () => refused !== null && refused === readToken()

/** The session is over, and whoever it was has not signed in again. */
export function useTokenRejected(): boolean {
  return useSyncExternalStore(subscribe, isRefused, () => false)
}
