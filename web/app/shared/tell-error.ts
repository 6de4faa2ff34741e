import { isSignedOut, textOf } from './api/api-error.ts'
import { notify } from './ui/notifications.ts'

/** A red notification, except for a session that ended: the dialog that asks to sign in again says so itself. */
export function tellError(error: unknown, text = textOf(error)) {
  if (!isSignedOut(error)) notify({ message: text, error: true })
}
