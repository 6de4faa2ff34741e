import { lazy, type ReactNode, Suspense } from 'react'
import { Outlet, useOutletContext } from 'react-router'
import type { Profile } from '#contract/people.ts'
import { isAdministrator, useRememberedAdministrator, wasAdministrator } from '../door.tsx'
import { PageShape } from '../page-shape.tsx'

const load = () => import('./desk.tsx')
const Desk = lazy(load)

/** Everybody's index page goes through here, so nothing of the back office may be in this file but the way to it. */
export function clientLoader() {
  if (wasAdministrator()) void load().then(({ startDesk }) => startDesk())
  return null
}

type Context = Profile & { desk?: (hideAmounts: boolean) => ReactNode }

/** Hands the index page of an administrator what it shows above their own money. */
export default function DeskRoute() {
  const profile = useOutletContext<Profile>()
  const admitted = isAdministrator(profile.user)
  useRememberedAdministrator(admitted)
  const desk = (hideAmounts: boolean) => (
    <Suspense fallback={<PageShape />}>
      <Desk hideAmounts={hideAmounts} />
    </Suspense>
  )
  return <Outlet context={(admitted ? { ...profile, desk } : profile) satisfies Context} />
}
