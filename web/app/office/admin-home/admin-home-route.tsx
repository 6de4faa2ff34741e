import { lazy, type ReactNode, Suspense } from 'react'
import { Outlet, useOutletContext } from 'react-router'
import type { Profile } from '#contract/people.ts'
import { isAdministrator, useRememberedAdministrator, wasAdministrator } from '../admin-route.tsx'
import { PageShape } from '../page-skeleton.tsx'
import { DeskBoundary } from './admin-home-boundary.tsx'

const load = () => import('./admin-home.tsx')
const Desk = lazy(load)

/** Everybody's index page goes through here, so nothing of the back office may be in this file but the way to it. */
export function clientLoader() {
  if (wasAdministrator())
    void load().then(
      ({ startDesk }) => startDesk(),
      // Asked for again where it is shown, and there its failing is told.
      () => {},
    )
  return null
}

type Context = Profile & { desk?: ReactNode }

/** Hands the index page of an administrator what it shows above their own money. */
export default function DeskRoute() {
  const profile = useOutletContext<Profile>()
  const admitted = isAdministrator(profile.user)
  useRememberedAdministrator(admitted)
  const desk = (
    <DeskBoundary>
      <Suspense fallback={<PageShape />}>
        <Desk />
      </Suspense>
    </DeskBoundary>
  )
  return <Outlet context={(admitted ? { ...profile, desk } : profile) satisfies Context} />
}
