import { errorMessage, isOffline, isSignedOut } from './api/api-error.ts'
import { isConfirmationCancelled } from './api/confirmation.ts'
import { showToast } from './ui/feedback/toasts.ts'

/** Shows an error toast, except for an ended session, which has its own dialog, and a confirmation that was cancelled. */
export function showError(error: unknown, text = errorMessage(error)) {
  if (isSignedOut(error) || isConfirmationCancelled(error)) return
  // More helpful than the text of any one form.
  showToast({ message: isOffline(error) ? errorMessage(error) : text, error: true })
}
