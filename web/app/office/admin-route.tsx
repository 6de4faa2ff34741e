import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Navigate, type Params } from 'react-router'
import type { Profile, User } from '#contract/people.ts'
import { readToken } from '../shared/api/auth-token.ts'
import { useSecondFactorRequired } from '../shared/api/factors-query.ts'
import { queryClient } from '../shared/api/query-client.ts'
import { useSession } from '../shared/api/session.ts'
import { OfficePage } from './office-page.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { SecondFactorRequired } from './second-factor-required.tsx'

type AdminRouteOptions = {
  load: () => Promise<{ default: ComponentType }>
  /** Starts the page's queries while its code is still loading. */
  prefetch?: (search: URLSearchParams, params: Params) => void
}

/** A route that redirects everyone but administrators, before it has requested the page's code or data. */
export function adminRoute({ load, prefetch }: AdminRouteOptions) {
  const Page = lazy(load)

  function clientLoader({ request, params }: { request: Request; params: Params }) {
    if (isLikelyAdministrator()) {
      void load()
      prefetch?.(new URL(request.url).searchParams, params)
    }
    return null
  }

  function AdminRoute() {
    const session = useSession()
    const isAdmin = session.state === 'signedIn' && isAdministrator(session.user)
    useStoreAdministratorHint(isAdmin)
    const secondFactorRequired = useSecondFactorRequired()
    if (session.state !== 'signedIn') return null
    if (!isAdmin) return <Navigate to="/dashboard" replace />
    if (secondFactorRequired)
      return (
        <OfficePage title="Back office">
          <SecondFactorRequired />
        </OfficePage>
      )
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Page />
      </Suspense>
    )
  }
  return { clientLoader, Component: AdminRoute }
}

export const isAdministrator = ({ role, status }: User) => role === 'Admin' && status === 'Active'

const HINT_KEY = 'backOffice'
/** Long enough to tell sessions apart, far too short to authenticate with. */
const tokenPrefix = () => readToken()?.slice(0, 6)

export function useStoreAdministratorHint(isAdmin: boolean) {
  useEffect(() => {
    if (isAdmin) storeAdministratorHint()
  }, [isAdmin])
}

function storeAdministratorHint() {
  try {
    localStorage.setItem(HINT_KEY, tokenPrefix() ?? '')
  } catch {
    // Without storage, code and data are requested only after the profile has loaded.
  }
}

/** Known from the profile, or from an earlier page of the same session. Only a hint: the server checks every call. */
export function isLikelyAdministrator(): boolean {
  const token = readToken()
  if (!token) return false
  const profile = queryClient.getQueryData<Profile>(['profile', token])
  if (profile) return isAdministrator(profile.user)
  try {
    return localStorage.getItem(HINT_KEY) === tokenPrefix()
  } catch {
    return false
  }
}
