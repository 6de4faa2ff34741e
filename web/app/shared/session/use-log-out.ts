import { useState } from 'react'
import { clearSession, revokeSession } from '../api/session.ts'
import { readDevice } from '../push/stored-device.ts'

/** Ends the session on the server, then clears it here; the page's guard then redirects to /auth. */
export function useLogOut() {
  const [loggingOut, setLoggingOut] = useState(false)

  async function logOut() {
    setLoggingOut(true)
    await revokeSession()
    // The server sends nothing any more; the next person at this browser starts without notifications.
    if (readDevice()) await import('../push/push-device.ts').then(({ forgetDevice }) => forgetDevice()).catch(() => {})
    clearSession('/auth')
  }
  return { logOut, loggingOut }
}
