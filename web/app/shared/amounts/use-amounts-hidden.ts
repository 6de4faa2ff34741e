import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

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

/**
 * Whether the customer has hidden all amounts, for example on a train. Stored in the browser. In a transition: React renders
 * a page with many amounts in parts.
 */
export function useAmountsHidden(): boolean {
  const [shown, setShown] = useState(read)
  useEffect(() => {
    const update = () => startTransition(() => setShown(read()))
    // It may have changed between rendering and this effect.
    update()
    return subscribe(update)
  }, [])
  return shown
}

/** For the switch itself, which answers at once. */
export const useAmountsSwitch = () => useSyncExternalStore(subscribe, read, () => false)

export function toggleAmounts() {
  hidden = !read()
  try {
    localStorage.setItem(KEY, hidden ? 'yes' : 'no')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}
