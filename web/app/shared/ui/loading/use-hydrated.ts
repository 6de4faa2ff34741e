import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in prerendered HTML and during hydration, true afterwards. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
