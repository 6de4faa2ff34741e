import { useState } from 'react'
import { clearSession, revokeSession } from './api/session.ts'

/** Ends the session on the server, then clears it here; the page's guard then redirects to /auth. */
export function useLogOut() {
  const [loggingOut, setLoggingOut] = useState(false)

  async function logOut() {
    setLoggingOut(true)
    await revokeSession()
    clearSession('/auth')
  }
  return { logOut, loggingOut }
}
