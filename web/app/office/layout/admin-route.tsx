import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Navigate, type Params } from 'react-router'
import type { Profile, User } from '#contract/customers/people.ts'
import { hasPermission, type Permission, ROLES, type Role } from '#contract/permissions.ts'
import { readToken } from '../../shared/api/auth-token.ts'
import { useSecondFactorRequired } from '../../shared/api/factors-query.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { useSession } from '../../shared/api/session.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { loadCatalogue } from '../../shared/i18n/load-catalogues.ts'
import { isActiveStaff, userMay } from '../../shared/session/permitted.tsx'
import { NoPermission } from './no-permission.tsx'
import { OfficePage } from './office-page.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { SecondFactorRequired } from './second-factor-required.tsx'

type AdminRouteOptions = {
  /** The page's, from OFFICE_PAGES. */
  permission: Permission
  load: () => Promise<{ default: ComponentType }>
  /** Starts the page's queries while its code is still loading. */
  prefetch?: (search: URLSearchParams, params: Params) => void
}

/**
 * A route that redirects customers and tells staff without the permission so, before it has requested the page's code or
 * data.
 */
export function adminRoute({ permission, load, prefetch }: AdminRouteOptions) {
  const Page = lazy(async () => (await Promise.all([load(), loadCatalogue('office')]))[0])

  function clientLoader({ request, params }: { request: Request; params: Params }) {
    if (isLikelyAllowed(permission)) {
      void load()
      prefetch?.(new URL(request.url).searchParams, params)
    }
    return null
  }

  function AdminRoute() {
    const session = useSession()
    const user = session.state === 'signedIn' ? session.user : null
    useStoreStaffHint(user)
    const secondFactorRequired = useSecondFactorRequired()
    if (!user) return null
    if (!isActiveStaff(user)) return <Navigate to="/dashboard" replace />
    const isAllowed = userMay(user, permission)
    return (
      <Suspense fallback={<PageSkeleton />}>
        {!isAllowed ? <NoPermissionPage /> : secondFactorRequired ? <SecondFactorPage /> : <Page />}
      </Suspense>
    )
  }
  return { clientLoader, Component: AdminRoute }
}

/** In place of a page, once the texts are there. */
const withTexts = (Component: ComponentType) =>
  lazy(async () => {
    await loadCatalogue('office')
    return { default: Component }
  })

const NoPermissionPage = withTexts(NoPermission)
const SecondFactorPage = withTexts(() => (
  <OfficePage title={t('Back office')}>
    <SecondFactorRequired />
  </OfficePage>
))

const HINT_KEY = 'backOffice'
/** Long enough to tell sessions apart, far too short to authenticate with. */
const tokenPrefix = () => readToken()?.slice(0, 6)

/** Stores the role of staff for the next page load, which then requests code and data before the profile is known. */
export function useStoreStaffHint(user: User | null) {
  const role = user && isActiveStaff(user) ? user.role : null
  useEffect(() => {
    if (role) storeStaffHint(role)
  }, [role])
}

function storeStaffHint(role: Role) {
  try {
    localStorage.setItem(HINT_KEY, `${tokenPrefix()} ${role}`)
  } catch {
    // Without storage, code and data are requested only after the profile has loaded.
  }
}

/** Known from the profile, or from an earlier page of the same session. Only a hint: the server checks every call. */
export function isLikelyAllowed(permission: Permission): boolean {
  const token = readToken()
  if (!token) return false
  const profile = queryClient.getQueryData<Profile>(['profile', token])
  if (profile) return userMay(profile.user, permission)
  try {
    const [prefix, role] = (localStorage.getItem(HINT_KEY) ?? '').split(' ')
    return prefix === tokenPrefix() && ROLES.some((known) => known === role && hasPermission(known, permission))
  } catch {
    return false
  }
}
