import { useSyncExternalStore } from 'react'

const KEY = 'amountsHidden'
const listeners = new Set<() => void>()

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes'
  } catch {
    return false
  }
}
let hidden: boolean | null = null
const read = () => {
  hidden ??= stored()
  return hidden
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** People bank on trains: one press hides every amount, on every page, until it is pressed again. */
export const useAmountsHidden = () => useSyncExternalStore(subscribe, read, () => false)

export function toggleAmounts() {
  hidden = !read()
  try {
    localStorage.setItem(KEY, hidden ? 'yes' : 'no')
  } catch {
    // Not kept, but hidden all the same.
  }
  for (const listener of listeners) listener()
}
