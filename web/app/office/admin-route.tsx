import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Navigate } from 'react-router'
import type { Profile, User } from '#contract/people.ts'
import { readToken } from '../shared/api/auth-token.ts'
import { queryClient } from '../shared/api/query-client.ts'
import { useSession } from '../shared/api/session.ts'
import { PageShape } from './page-skeleton.tsx'

type Room = {
  load: () => Promise<{ default: ComponentType }>
  /** Asks for what the page will show, while its code is still on the way. */
  start?: (params: URLSearchParams) => void
}

/**
 * What a route of the back office really is: a door. Whoever is no administrator is sent away by it, and neither the
 * code nor the data behind it has been asked for by then.
 */
export function makeDoor({ load, start }: Room) {
  const Page = lazy(load)

  function clientLoader({ request }: { request: Request }) {
    if (wasAdministrator()) {
      void load()
      start?.(new URL(request.url).searchParams)
    }
    return null
  }

  function Door() {
    const session = useSession()
    const admitted = session.state === 'signedIn' && isAdministrator(session.user)
    useRememberedAdministrator(admitted)
    if (session.state !== 'signedIn') return null
    if (!admitted) return <Navigate to="/dashboard" replace />
    return (
      <Suspense fallback={<PageShape />}>
        <Page />
      </Suspense>
    )
  }
  return { clientLoader, Door }
}

export const isAdministrator = ({ role, status }: User) => role === 'Admin' && status === 'Active'

const KEY = 'backOffice'
/** Enough to tell one session from another, and nothing that opens it. */
const sessionName = () => readToken()?.slice(0, 6)

export function useRememberedAdministrator(admitted: boolean) {
  useEffect(() => {
    if (admitted) rememberAdministrator()
  }, [admitted])
}

function rememberAdministrator() {
  try {
    localStorage.setItem(KEY, sessionName() ?? '')
  } catch {
    // Then code and data wait for the profile, that is all.
  }
}

/** Known from the profile, or from an earlier visit of the same session: the server checks every call anyway. */
export function wasAdministrator(): boolean {
  const token = readToken()
  if (!token) return false
  const profile = queryClient.getQueryData<Profile>(['profile', token])
  if (profile) return isAdministrator(profile.user)
  try {
    return localStorage.getItem(KEY) === sessionName()
  } catch {
    return false
  }
}
