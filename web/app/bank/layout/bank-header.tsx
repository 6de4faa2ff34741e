import { Link, useLocation } from 'react-router'
import type { User } from '#contract/people.ts'
import { Bell } from '../../shared/live/bell.tsx'
import { Brand } from '../../shared/ui/brand.tsx'
import { HideAmountsSwitch } from './hide-amounts-switch.tsx'
import { isBackOffice } from './menu-entries.ts'
import { ProfileMenu } from './profile-menu.tsx'

export function BankHeader({ user }: { user: User }) {
  const inOffice = isBackOffice(useLocation().pathname)
  return (
    <header className="mx-auto flex h-18 w-full max-w-6xl items-center justify-between gap-3 px-5 sm:px-8 lg:justify-end">
      <Link to="/" className="-m-1 min-w-0 rounded-xl p-1 lg:hidden">
        {/* The narrowest phones have room for the sign alone; the name is still read out. */}
        <Brand className="max-[22.4rem]:[&>span]:sr-only" />
      </Link>
      <div className="flex shrink-0 items-center gap-1">
        {/* A decision rests on its amounts: the back office shows them always, so it does not offer to hide them. */}
        {!inOffice && <HideAmountsSwitch />}
        <Bell inOffice={inOffice} />
        <ProfileMenu user={user} />
      </div>
    </header>
  )
}
