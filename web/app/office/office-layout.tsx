import { NavLink, Outlet } from 'react-router'
import { classNames } from '../shared/ui/class-names.ts'
import { KeyboardHelp } from './keyboard/keyboard-help.tsx'
import { OverviewStrip } from './overview/overview-strip.tsx'

const ROOMS = [
  { to: '/dashboard/user', word: '', name: 'Users' },
  { to: '/dashboard/all-transactions', word: 'All', name: 'Transactions' },
  { to: '/dashboard/admin-settings', word: 'Admin', name: 'Settings' },
  { to: '/dashboard/audit', word: '', name: 'Audit' },
]

/** How the bank stands, above every page of the back office. */
export default function OfficeLayout() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <OverviewStrip inRoom />
      <div className="flex items-center justify-between gap-3 border-b border-line">
        <nav aria-label="Back office" className="-mb-px flex min-w-0 gap-1 overflow-x-auto">
          {ROOMS.map(({ to, word, name }) => (
            <NavLink key={to} to={to} className={({ isActive }) => roomClass(isActive)}>
              {/* Four names fit on a phone without the words that only tell them from the menu's. */}
              {word && <span className="whitespace-pre max-sm:sr-only">{`${word} `}</span>}
              {name}
            </NavLink>
          ))}
        </nav>
        <KeyboardHelp />
      </div>
      <Outlet />
    </div>
  )
}

const roomClass = (isActive: boolean) =>
  classNames(
    'inline-flex min-h-11 items-center border-b-2 px-2 font-medium max-[22.4rem]:px-1 max-[22.4rem]:text-[0.9375rem] sm:px-3 whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
    isActive ? 'border-accent text-accent' : 'border-transparent text-muted hover:text-ink',
  )
