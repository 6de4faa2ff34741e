import { DirectionProvider } from '@base-ui/react/direction-provider'
import { Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import type { Profile } from '#contract/customers/people.ts'
import { prefetchProfile } from '../shared/api/session.ts'
import { currentDirection, t } from '../shared/i18n/i18n.ts'
import { loadCatalogue } from '../shared/i18n/load-catalogues.ts'
import { loadFormats } from '../shared/i18n/load-formats.ts'
import { SessionGate } from '../shared/session/session-gate.tsx'
import { classNames } from '../shared/ui/class-names.ts'
import { lazyPart } from '../shared/ui/loading/lazy-part.tsx'
import { PrefetchOnIntent } from '../shared/ui/loading/prefetch-on-intent.tsx'
import { privateMeta } from '../shared/ui/page/page-meta.ts'
import { SkipLink } from '../shared/ui/page/skip-link.tsx'
import { useFocusContent } from '../shared/ui/page/use-focus-content.ts'
import { AppNotices } from './layout/app-notices.tsx'
import { BankHeader } from './layout/bank-header.tsx'
import { BottomBar } from './layout/bottom-bar.tsx'
import { isForStaff } from './layout/menu-entries.ts'
import { SideMenu } from './layout/side-menu.tsx'
import { useInOffice } from './layout/use-in-office.ts'

const PullToRefresh = lazyPart(() => import('./layout/pull-to-refresh.tsx').then((module) => module.default))

export const meta = () => privateMeta(t('Dashboard'))

/** Starts loading the profile in parallel with the page's own data. */
export async function clientLoader() {
  const catalogue = loadCatalogue('bank')
  if (!navigator.onLine) await import('../shared/offline/snapshot.ts').then(({ restoreSnapshot }) => restoreSnapshot())
  prefetchProfile()
  loadFormats()
  return catalogue
}

export default function BankLayout() {
  return <SessionGate>{(profile) => <Bank {...profile} />}</SessionGate>
}

function Bank({ user, stats }: Profile) {
  const inOffice = useInOffice()
  // Once, after logging in: the focused form is gone.
  useFocusContent('bank')
  const { pathname } = useLocation()
  const isStaffOnly = user.accountNumber === ''
  // Staff without an account have no use for the pages about one.
  if (isStaffOnly && !inOffice && !isForStaff(pathname)) return <Navigate to="/dashboard" replace />
  // A closed account needs no PIN and can't get one; nor do staff without an account.
  if (!user.hasPin && user.status !== 'Closed' && !isStaffOnly) return <Navigate to="/code" replace />
  return (
    <DirectionProvider direction={currentDirection()}>
      <SkipLink />
      <PrefetchOnIntent />
      <div className="demonstration:min-h-[calc(100dvh-2rem)] grid min-h-dvh grid-cols-1 lg:grid-cols-[16.5rem_minmax(0,1fr)] print:block">
        <SideMenu user={user} />
        <div className="min-w-0 pb-[calc(6rem+env(safe-area-inset-bottom))] lg:pb-10">
          <BankHeader user={user} />
          <AppNotices />
          <main
            id="content"
            tabIndex={-1}
            className={classNames(
              'mx-auto w-full px-5 outline-none sm:px-8',
              // Lists of staff use the whole window, up to what can be read in one line.
              inOffice ? 'max-w-400 py-1 lg:px-6' : 'max-w-6xl py-4',
            )}
          >
            <Outlet context={{ user, stats } satisfies Profile} />
          </main>
        </div>
      </div>
      <BottomBar user={user} />
      <TouchGestures />
    </DirectionProvider>
  )
}

/** Loaded after the page, and on touch screens only. */
function TouchGestures() {
  const [touch, setTouch] = useState(false)
  useEffect(() => setTouch(window.matchMedia('(pointer: coarse)').matches), [])
  if (!touch) return null
  return (
    <Suspense>
      <PullToRefresh />
    </Suspense>
  )
}
