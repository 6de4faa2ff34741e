import { Outlet } from 'react-router'
import { useFocusGuard } from '../keyboard/use-focus-guard.ts'
import { BooksAlert } from '../overview/overview-strip.tsx'
import { OfficeSearch } from '../search/office-search.tsx'

/** What stands above every page of the back office: the figures of the bank are on the start page. */
export default function OfficeLayout() {
  useFocusGuard()
  return (
    <div className="grid grid-cols-1 gap-4">
      <OfficeSearch />
      <BooksAlert />
      <Outlet />
    </div>
  )
}
