import { lazy, Suspense } from 'react'
import { Outlet, useOutletContext } from 'react-router'
import type { Profile } from '#contract/customers/people.ts'
import { loadCatalogue } from '../../shared/i18n/load-catalogues.ts'
import { isActiveStaff } from '../../shared/session/permitted.tsx'
import type { Content } from '../../shared/ui/content.ts'
import { isLikelyAllowed, useStoreStaffHint } from '../layout/admin-route.tsx'
import { PageSkeleton } from '../layout/page-skeleton.tsx'
import { AdminHomeBoundary } from './admin-home-boundary.tsx'

const load = () => import('./admin-home.tsx')
const AdminHome = lazy(async () => (await Promise.all([load(), loadCatalogue('office')]))[0])

/** Customers load this route too, so it imports the back office only dynamically. */
export function clientLoader() {
  if (isLikelyAllowed('people:read'))
    void load().then(
      ({ prefetchAdminHome }) => prefetchAdminHome(),
      // The lazy component loads it again and reports the failure.
      () => {},
    )
  return null
}

type OverviewContext = Profile & { adminHome?: Content }

/** As tall as the screen, as the admin home is: the own account below must not come up and go again. */
const TallSkeleton = () => (
  <div className="min-h-dvh">
    <PageSkeleton />
  </div>
)

/** Passes the admin home to the overview page, which shows it above the own account of staff. */
export default function AdminHomeRoute() {
  const profile = useOutletContext<Profile>()
  useStoreStaffHint(profile.user)
  const adminHome = (
    <AdminHomeBoundary>
      <Suspense fallback={<TallSkeleton />}>
        <AdminHome />
      </Suspense>
    </AdminHomeBoundary>
  )
  return (
    <Outlet context={(isActiveStaff(profile.user) ? { ...profile, adminHome } : profile) satisfies OverviewContext} />
  )
}
