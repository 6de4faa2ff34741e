import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in prerendered HTML and in the render that must match it, true from then on. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
