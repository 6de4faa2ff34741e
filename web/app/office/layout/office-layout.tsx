import { Outlet, useMatch } from 'react-router'
import { useFocusGuard } from '../keyboard/use-focus-guard.ts'
import { OverviewStrip } from '../overview/overview-strip.tsx'
import { OfficeSearch } from '../search/office-search.tsx'

/** What stands above every page of the back office. */
export default function OfficeLayout() {
  useFocusGuard()
  // A person's page is about one person, and the pages about external money have figures of their own: the bank's would push
  // them off a phone's screen.
  const isPerson = useMatch('/dashboard/user/:id') !== null
  const isExternalMoney = useMatch('/dashboard/outside/*') !== null
  return (
    <div className="grid grid-cols-1 gap-4">
      <OfficeSearch />
      {!isPerson && !isExternalMoney && <OverviewStrip inOffice />}
      <Outlet />
    </div>
  )
}
