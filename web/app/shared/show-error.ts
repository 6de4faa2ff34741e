import { errorMessage, isSignedOut } from './api/api-error.ts'
import { showToast } from './ui/toasts.ts'

/** A red notification, except for a session that ended: the dialog that asks to sign in again says so itself. */
export function showError(error: unknown, text = errorMessage(error)) {
  if (!isSignedOut(error)) showToast({ message: text, error: true })
}
