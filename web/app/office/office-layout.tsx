import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { NavLink, Outlet } from 'react-router'
import { classNames } from '../shared/ui/class-names.ts'
import { HelpWindow } from './keyboard/help-window.tsx'
import { useShortcuts } from './keyboard/use-shortcuts.ts'
import { OverviewStrip } from './overview/overview-strip.tsx'

const ROOMS = [
  { to: '/dashboard/user', name: 'Users' },
  { to: '/dashboard/all-transactions', name: 'All Transactions' },
  { to: '/dashboard/admin-settings', name: 'Admin Settings' },
  { to: '/dashboard/audit', name: 'Audit' },
]

/** How the bank stands, above every page of the back office. */
export default function OfficeLayout() {
  const [help, setHelp] = useState(false)
  useShortcuts({ '?': () => setHelp(true) })
  return (
    <div className="grid grid-cols-1 gap-6">
      <OverviewStrip />
      <div className="flex items-center justify-between gap-3 border-b border-line">
        <nav aria-label="Back office" className="-mb-px flex min-w-0 gap-1 overflow-x-auto">
          {ROOMS.map(({ to, name }) => (
            <NavLink key={to} to={to} className={({ isActive }) => roomClass(isActive)}>
              {name}
            </NavLink>
          ))}
        </nav>
        <button
          type="button"
          onClick={() => setHelp(true)}
          className="hidden min-h-9 shrink-0 items-center gap-1.5 rounded-full px-3 text-sm font-medium text-muted hover:bg-ink/6 hover:text-ink md:inline-flex"
        >
          <Keyboard aria-hidden className="size-4.5" />
          Keyboard
        </button>
      </div>
      <Outlet />
      <HelpWindow open={help} onClose={() => setHelp(false)} />
    </div>
  )
}

const roomClass = (isActive: boolean) =>
  classNames(
    'inline-flex min-h-11 items-center border-b-2 px-3 font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
    isActive ? 'border-accent text-accent' : 'border-transparent text-muted hover:text-ink',
  )
