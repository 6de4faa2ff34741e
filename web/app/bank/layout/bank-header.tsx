import { Link, useLocation } from 'react-router'
import type { User } from '#contract/people.ts'
import { Bell } from '../../shared/live/bell.tsx'
import { isBackOffice } from '../../shared/office-pages.ts'
import { Brand } from '../../shared/ui/brand.tsx'
import { HideAmountsSwitch } from './hide-amounts-switch.tsx'
import { ProfileMenu } from './profile-menu.tsx'

export function BankHeader({ user }: { user: User }) {
  const inOffice = isBackOffice(useLocation().pathname)
  return (
    <header className="print:hidden mx-auto flex h-18 w-full max-w-6xl items-center justify-between gap-3 px-5 sm:px-8 lg:justify-end">
      <Link to="/" className="-m-1 min-w-0 rounded-xl p-1 lg:hidden">
        {/* The narrowest phones show only the logo; screen readers still get the name. */}
        <Brand className="max-[22.4rem]:[&>span]:sr-only" />
      </Link>
      <div className="flex shrink-0 items-center gap-1">
        {/* The back office always shows amounts, because decisions depend on them. */}
        {!inOffice && <HideAmountsSwitch />}
        <Bell inOffice={inOffice} />
        <ProfileMenu user={user} />
      </div>
    </header>
  )
}
