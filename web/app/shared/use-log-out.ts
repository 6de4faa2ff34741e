import { useState } from 'react'
import { clearSession, revokeSession } from './api/session.ts'

/** Revokes first, while there is a token to revoke with. The guard of the page then shows the way out, to /auth. */
export function useLogOut() {
  const [leaving, setLeaving] = useState(false)

  async function logOut() {
    setLeaving(true)
    await revokeSession()
    clearSession('/auth')
  }
  return { logOut, leaving }
}
