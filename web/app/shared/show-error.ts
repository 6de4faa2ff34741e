import { errorMessage, isSignedOut } from './api/api-error.ts'
import { showToast } from './ui/toasts.ts'

/** Shows an error toast, except for an ended session, which has its own dialog. */
export function showError(error: unknown, text = errorMessage(error)) {
  if (!isSignedOut(error)) showToast({ message: text, error: true })
}
