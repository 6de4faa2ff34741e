import { useSyncExternalStore } from 'react'
import { t } from '../i18n/i18n.ts'
import { ApiError } from './api-error.ts'

type Confirmation = { promise: Promise<boolean>; settle: (confirmed: boolean) => void }

let pending: Confirmation | null = null
const listeners = new Set<() => void>()

/** The session is too old for a sensitive call. */
export const needsConfirmation = (error: unknown) => error instanceof ApiError && error.code === 'confirmation_required'

const CANCELLED = 'confirmation_cancelled'

/** The user closed the dialog. Not a failure: the caller keeps what was typed and shows no error toast. */
export const confirmationCancelled = () =>
  new ApiError(403, { code: CANCELLED, message: t('Not confirmed. Nothing was changed.') })
export const isConfirmationCancelled = (error: unknown) => error instanceof ApiError && error.code === CANCELLED

/** Opens the confirmation dialog; calls that are refused while it is open share it. False: the user closed it. */
export function requestConfirmation(): Promise<boolean> {
  if (!pending) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    pending = { promise, settle: resolve }
    notifyListeners()
  }
  return pending.promise
}

export function settleConfirmation(confirmed: boolean) {
  const settled = pending
  pending = null
  notifyListeners()
  settled?.settle(confirmed)
}

function notifyListeners() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConfirmationPending = () =>
  useSyncExternalStore(
    subscribe,
    () => pending !== null,
    () => false,
  )
