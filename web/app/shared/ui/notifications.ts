import { useSyncExternalStore } from 'react'

export type Notification = {
  id: number
  message: string
  error?: boolean
  /** With an action the notification stays until it is acted on or closed. */
  action?: () => void
  buttonText?: string
}

let shown: readonly Notification[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Notification[]) {
  shown = next
  for (const listener of listeners) listener()
}

export function notify(notification: Omit<Notification, 'id'>): number {
  lastId += 1
  show([...shown, { ...notification, id: lastId }])
  return lastId
}

export const dismiss = (id: number) => show(shown.filter((notification) => notification.id !== id))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const NONE: readonly Notification[] = []
export const useNotifications = () =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => NONE,
  )
