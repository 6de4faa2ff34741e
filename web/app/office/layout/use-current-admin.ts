import type { User } from '#contract/customers/people.ts'
import { useSession } from '../../shared/api/session.ts'

/** The signed-in administrator; admin routes render nothing without one. */
export function useCurrentAdmin(): User {
  const session = useSession()
  if (session.state !== 'signedIn') throw new Error('The back office is open without a session')
  return session.user
}
