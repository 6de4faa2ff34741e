import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  message: string
  error?: boolean
  /** With an action the toast stays until it is acted on or closed. */
  action?: () => void
  buttonText?: string
  /** Somebody points at it or is in it: nobody should lose a message while reading it or reaching for its button. */
  held?: boolean
}

let shown: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]) {
  shown = next
  for (const listener of listeners) listener()
}

export function showToast(toast: Omit<Toast, 'id'>) {
  lastId += 1
  show(addToast(shown, { ...toast, id: lastId }))
}

/** More at once nobody reads, and windows give up their height to them. */
const MOST_AT_ONCE = 3

/**
 * What was said before and is said again takes the place of the first time: as a new one, so that it is announced again
 * and stays its whole time. Of too many the oldest goes: news before errors, and never what waits to be acted on or
 * is being read.
 */
export function addToast(known: readonly Toast[], newest: Toast): readonly Toast[] {
  const older = known.filter((each) => !saysTheSame(each, newest))
  if (older.length < MOST_AT_ONCE) return [...older, newest]
  const mayGo = older.filter(({ action, held }) => !action && !held)
  const goes = mayGo.find(({ error }) => !error) ?? mayGo[0]
  return [...older.filter((each) => each !== goes), newest]
}

const saysTheSame = (one: Toast, other: Toast) =>
  !one.action &&
  !one.held &&
  !other.action &&
  one.message === other.message &&
  Boolean(one.error) === Boolean(other.error)

export const holdToast = (id: number, held: boolean) =>
  show(shown.map((toast) => (toast.id === id ? { ...toast, held } : toast)))

export const dismissToast = (id: number) => show(shown.filter((toast) => toast.id !== id))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const NONE: readonly Toast[] = []
export const useToasts = () =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => NONE,
  )
