import { NavLink, Outlet, useLocation, useMatch } from 'react-router'
import { t } from '../../shared/i18n/i18n.ts'
import { officePagesOf } from '../../shared/office-pages.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { KeyboardHelp } from '../keyboard/keyboard-help.tsx'
import { useFocusGuard } from '../keyboard/use-focus-guard.ts'
import { OverviewStrip } from '../overview/overview-strip.tsx'
import { OfficeSearch } from '../search/office-search.tsx'
import { useCurrentAdmin } from './use-current-admin.ts'
import { useTabInView } from './use-tab-in-view.ts'

/** The overview and the tabs above every page of the back office. */
export default function OfficeLayout() {
  const { role } = useCurrentAdmin()
  useFocusGuard()
  // A person's page is about one person, and the pages about external money have figures of their own: the bank's would push
  // them off a phone's screen.
  const isPerson = useMatch('/dashboard/user/:id') !== null
  const isExternalMoney = useMatch('/dashboard/outside/*') !== null
  const row = useTabInView(useLocation().pathname)
  const tabs = officePagesOf(role).filter(({ tab }) => tab)
  return (
    <div className="grid grid-cols-1 gap-6">
      <OfficeSearch />
      {!isPerson && !isExternalMoney && <OverviewStrip inOffice />}
      <div className="flex items-center justify-between gap-3 border-b border-line">
        {/* Relative: the visually hidden prefixes are absolute, and would widen the page instead of the scrolled row. */}
        <nav ref={row} aria-label={t('Back office')} className="relative -mb-px flex min-w-0 gap-1 overflow-x-auto">
          {tabs.map(({ to, name, tab = name }) => (
            <NavLink key={to} to={to} className={({ isActive }) => tabClass(isActive)}>
              {/* Phones show the short name; screen readers still read the full one. */}
              <span className={tab === name ? undefined : 'max-sm:sr-only'}>{t(name)}</span>
              {tab !== name && (
                <span aria-hidden="true" className="sm:hidden">
                  {t(tab)}
                </span>
              )}
            </NavLink>
          ))}
        </nav>
        <KeyboardHelp />
      </div>
      <Outlet />
    </div>
  )
}

const tabClass = (isActive: boolean) =>
  classNames(
    'inline-flex min-h-11 items-center border-b-2 px-2 font-medium max-[22.4rem]:px-1 max-[22.4rem]:text-[0.9375rem] sm:px-3 whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
    isActive ? 'border-accent text-accent' : 'border-transparent text-muted hover:text-ink',
  )
