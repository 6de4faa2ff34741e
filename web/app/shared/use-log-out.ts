import { useState } from 'react'
import { useNavigate } from 'react-router'
import { forgetSession, revokeSession } from './api/session.ts'

/** Revokes, leaves for /auth, and only then forgets: forgetting first would make the guard send the person to /login. */
export function useLogOut() {
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)

  async function logOut() {
    setLeaving(true)
    await revokeSession()
    await navigate('/auth')
    forgetSession()
  }
  return { logOut, leaving }
}
