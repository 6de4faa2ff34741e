import { ShieldCheck } from 'lucide-react'
import { Suspense } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { isActiveStaff } from '../../shared/session/permitted.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx'
import { loadOnInteraction } from '../../shared/ui/loading/load-on-interaction.tsx'
import { fadesPages } from '../../shared/ui/page/page-transition.ts'
import { barItemClass, barLabelClass } from './bar-classes.ts'
import { customerEntries, isBelow, type MenuEntry, sendEntry } from './menu-entries.ts'
import { useInOffice, useIsWork } from './use-in-office.ts'

const sendIconClass = 'h-6 w-9 rounded-full bg-accent px-2.5 py-1 text-on-accent'

const phoneEntries = customerEntries.toSpliced(2, 0, sendEntry)

const WIRE_PAGE = '/dashboard/transfer'

const OfficeBar = lazyPart(() => import('./office-bar.tsx').then((module) => module.OfficeBar))

/** The menu on phones. Staff see that of their work, except on the pages of their own account. */
export function BottomBar({ user }: { user: User }) {
  const forStaff = isActiveStaff(user)
  const inOffice = useInOffice()
  const isWork = useIsWork()
  // The full form is left to the page of Send, which links to it, where the labels would break.
  const hiddenClass = forStaff ? 'max-sm:hidden' : 'max-[22.4rem]:hidden'
  return (
    <nav
      aria-label={t('Account menu')}
      className="fixed inset-x-0 bottom-0 z-30 grid grid-flow-col auto-cols-[minmax(0,auto)] justify-stretch border-t border-line bg-surface pl-[env(safe-area-inset-left)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      {forStaff && (isWork || user.accountNumber === '') ? (
        <Suspense>
          <OfficeBar role={user.role} />
        </Suspense>
      ) : (
        phoneEntries.map((entry) => (
          <MenuLink key={entry.to} {...entry} hidden={entry.to === WIRE_PAGE && hiddenClass} />
        ))
      )}
      {forStaff && <AdminMenu isHere={inOffice} />}
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
      className={({ isActive }) => classNames(barItemClass, isActive || below ? 'text-accent' : 'text-muted', hidden)}
    >
      <Icon aria-hidden className={to === sendEntry.to ? sendIconClass : 'size-5.5'} strokeWidth={1.9} />
      <span className={barLabelClass}>{t(name)}</span>
    </NavLink>
  )
}

const OpenMenu = loadOnInteraction(() => import('./admin-menu-items.tsx').then((module) => module.AdminMenuItems))

/** Everything else: all pages of the back office by group, and one's own account. */
const AdminMenu = ({ isHere }: { isHere: boolean }) => (
  <OpenMenu
    trigger={
      <button
        type="button"
        aria-haspopup="menu"
        aria-current={isHere ? 'true' : undefined}
        className={classNames(barItemClass, isHere ? 'text-accent' : 'text-muted')}
      >
        <ShieldCheck aria-hidden className="size-5.5" strokeWidth={1.9} />
        <span className={barLabelClass}>{t('Admin||back office')}</span>
      </button>
    }
  />
)
