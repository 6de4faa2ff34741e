import { Link, useLocation } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import { localPath } from '../../shared/i18n/local-path.ts'
import { Bell } from '../../shared/live/bell.tsx'
import { isActiveStaff } from '../../shared/session/permitted.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { Brand } from '../../shared/ui/page/brand.tsx'
import { HideAmountsSwitch } from './hide-amounts-switch.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { useInOffice } from './use-in-office.ts'

export function BankHeader({ user }: { user: User }) {
  const { pathname } = useLocation()
  const inOffice = useInOffice()
  const hasSearch = inOffice || (pathname === '/dashboard' && isActiveStaff(user))
  return (
    <header className="print:hidden mx-auto flex min-h-18 w-full max-w-6xl flex-wrap items-center justify-between gap-x-3 gap-y-2 px-5 max-lg:py-3 sm:px-8 lg:justify-end lg:gap-x-6">
      <Link to={localPath('/')} className="-m-1 min-w-0 rounded-xl p-1 lg:hidden">
        {/* The narrowest phones show only the logo; screen readers still get the name. */}
        <Brand className="max-[22.4rem]:[&>span]:sr-only" />
      </Link>
      {/* The back office puts its search box here; phones show it in a row of its own. */}
      <div
        id="header-slot"
        className={classNames(
          'empty:hidden max-lg:order-last max-lg:w-full lg:me-auto lg:w-110',
          hasSearch && 'max-lg:min-h-11 max-lg:empty:block',
        )}
      />
      {/* Phones place the list of notifications by it. */}
      <div className="flex shrink-0 items-center gap-1 max-sm:relative">
        {/* The back office always shows amounts, because decisions depend on them. */}
        {!inOffice && <HideAmountsSwitch />}
        <Bell />
        <ProfileMenu user={user} />
      </div>
    </header>
  )
}
