import { useSyncExternalStore } from 'react'

const KEY = 'authToken'
const listeners = new Set<() => void>()

// Storage can be switched off (private windows, policies); the session then lasts as long as the page.
let inMemory: string | null = null

export function readToken(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return inMemory
  }
}

export function keepToken(token: string | null) {
  inMemory = token
  try {
    if (token === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, token)
  } catch {
    // inMemory has it.
  }
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
