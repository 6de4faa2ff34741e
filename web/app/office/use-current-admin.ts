import type { User } from '#contract/people.ts'
import { useSession } from '../shared/api/session.ts'

/** The administrator who is here: the door has made sure of that. */
export function useMe(): User {
  const session = useSession()
  if (session.state !== 'signedIn') throw new Error('The back office is open without a session')
  return session.user
}
