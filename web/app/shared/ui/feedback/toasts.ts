import { useSyncExternalStore } from 'react'
import type { Text } from '#contract/text.ts'

export type Toast = {
  id: number
  shownAt: number
  message: Text
  error?: boolean
  /** A toast with an action stays until the action is used or the toast is closed. */
  action?: () => void
  buttonText?: Text
  /** The pointer or the focus is on it: a toast does not disappear while it is being read. */
  held?: boolean
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function update(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

export function showToast(toast: Omit<Toast, 'id' | 'shownAt'>) {
  lastId += 1
  update(addToast(toasts, { ...toast, id: lastId, shownAt: performance.now() }))
}

/** More toasts at once would go unread, and dialogs give up their height to them. */
const MAX_TOASTS = 3

/**
 * Adds a toast. It replaces one with the same message, as a new toast, so that it is announced again and shows for the
 * full time. Above the maximum the oldest is removed: messages before errors, and never one with an action or one that
 * is being read.
 */
export function addToast(shown: readonly Toast[], toast: Toast): readonly Toast[] {
  const others = shown.filter((each) => !isRepeated(each, toast))
  if (others.length < MAX_TOASTS) return [...others, toast]
  const removable = others.filter(({ action, held }) => !action && !held)
  const removed = removable.find(({ error }) => !error) ?? removable[0]
  return [...others.filter((each) => each !== removed), toast]
}

const isRepeated = (old: Toast, toast: Toast) =>
  !old.action &&
  !old.held &&
  !toast.action &&
  old.message === toast.message &&
  Boolean(old.error) === Boolean(toast.error)

export const holdToast = (id: number, held: boolean) =>
  update(toasts.map((toast) => (toast.id === id ? { ...toast, held } : toast)))

export const dismissToast = (id: number) => update(toasts.filter((toast) => toast.id !== id))

/** A toast that is shown together with the way to another page is about what was just done: it comes along. */
const COMES_ALONG_MS = 1_000

/** What remains when a page is left. A toast with an action stays. */
export const toastsAfterLeaving = (shown: readonly Toast[], now: number): readonly Toast[] =>
  shown.filter(({ action, shownAt }) => action || now - shownAt < COMES_ALONG_MS)

export const leavePage = () => update(toastsAfterLeaving(toasts, performance.now()))

/** For a step that succeeds after errors: they no longer apply. */
export const dismissErrors = () => update(toasts.filter(({ error, action }) => !error || action))

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
    () => toasts,
    () => NONE,
  )
