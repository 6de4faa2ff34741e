import { ShieldCheck } from 'lucide-react'
import { NavLink, useLocation } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { isBackOffice } from '../../shared/office-pages.ts'
import { isActiveStaff } from '../../shared/session/permitted.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { loadOnInteraction } from '../../shared/ui/loading/load-on-interaction.tsx'
import { fadesPages } from '../../shared/ui/page/page-transition.ts'
import { customerEntries, isBelow, type MenuEntry, sendEntry } from './menu-entries.ts'

const itemClass =
  'grid min-h-14 content-center justify-items-center gap-1 px-0.5 text-[0.6875rem] font-medium max-[22.4rem]:text-[0.625rem] max-[22.4rem]:tracking-tight'

/** Long words get a second line: with the entry of staff, those of some languages are wider than a sixth of 320 px. */
const labelClass = 'max-w-full text-center leading-tight wrap-anywhere hyphens-auto'

const sendIconClass = 'h-6 w-9 rounded-full bg-accent px-2.5 py-1 text-on-accent'

const phoneEntries = customerEntries.toSpliced(2, 0, sendEntry)

const WIRE_PAGE = '/dashboard/transfer'

/** The menu on phones. */
export function BottomBar({ user }: { user: User }) {
  // The full form is left to the page of Send, which links to it, where the labels would break.
  const hiddenClass = isActiveStaff(user) ? 'max-sm:hidden' : 'max-[22.4rem]:hidden'
  return (
    <nav
      aria-label={t('Account menu')}
      className="fixed inset-x-0 bottom-0 z-30 grid grid-flow-col auto-cols-[minmax(0,auto)] justify-stretch border-t border-line bg-surface pl-[env(safe-area-inset-left)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      {phoneEntries.map((entry) => (
        <MenuLink key={entry.to} {...entry} hidden={entry.to === WIRE_PAGE && hiddenClass} />
      ))}
      {isActiveStaff(user) && <AdminMenu />}
    </nav>
  )
}

function MenuLink({ to, name, icon: Icon, also, hidden }: MenuEntry & { hidden: string | false }) {
  const below = isBelow(also, useLocation().pathname)
  return (
    <NavLink
      to={to}
      viewTransition={fadesPages()}
      end
      className={({ isActive }) => classNames(itemClass, isActive || below ? 'text-accent' : 'text-muted', hidden)}
    >
      <Icon aria-hidden className={to === sendEntry.to ? sendIconClass : 'size-5.5'} strokeWidth={1.9} />
      <span className={labelClass}>{t(name)}</span>
    </NavLink>
  )
}

const OpenMenu = loadOnInteraction(() => import('./admin-menu-items.tsx').then((module) => module.AdminMenuItems))

function AdminMenu() {
  const isHere = isBackOffice(useLocation().pathname)
  return (
    <OpenMenu
      trigger={
        <button
          type="button"
          aria-haspopup="menu"
          aria-current={isHere ? 'true' : undefined}
          className={classNames(itemClass, isHere ? 'text-accent' : 'text-muted')}
        >
          <ShieldCheck aria-hidden className="size-5.5" strokeWidth={1.9} />
          <span className={labelClass}>{t('Admin||back office')}</span>
        </button>
      }
    />
  )
}
