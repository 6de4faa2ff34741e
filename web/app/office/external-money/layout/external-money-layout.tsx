import { NavLink, Outlet, useLocation } from 'react-router'
import { t } from '../../../shared/i18n/i18n.ts'
import { useHasPermission } from '../../../shared/session/permitted.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { OfficePage } from '../../layout/office-page.tsx'
import { useTabInView } from '../../layout/use-tab-in-view.ts'
import { EXTERNAL_MONEY, EXTERNAL_MONEY_PAGES } from './external-money-pages.ts'

/** The money of the bank at other banks: the pages about it, below one heading. */
export default function ExternalMoneyLayout() {
  return (
    <OfficePage title={t('Outside Money')}>
      <ExternalMoneyTabs />
      <Outlet />
    </OfficePage>
  )
}

function ExternalMoneyTabs() {
  const row = useTabInView(useLocation().pathname)
  // Tellers read the lines, which are evidence for deposits.
  const readsAll = useHasPermission('outside:read')
  return (
    <nav ref={row} aria-label={t('Outside money')} className="relative -mx-1 flex min-w-0 gap-1.5 overflow-x-auto p-1">
      {EXTERNAL_MONEY_PAGES.filter(({ to }) => readsAll || to === EXTERNAL_MONEY.entries.to).map(
        ({ to, name, end }) => (
          <NavLink key={to} to={to} end={end} className={({ isActive }) => tabClass(isActive)}>
            {t(name)}
          </NavLink>
        ),
      )}
    </nav>
  )
}

const tabClass = (isActive: boolean) =>
  classNames(
    'inline-flex min-h-10 items-center rounded-full px-4 text-[0.9375rem] font-medium whitespace-nowrap transition-colors',
    isActive ? 'bg-ink text-paper' : 'border border-line bg-surface text-muted hover:text-ink',
  )
