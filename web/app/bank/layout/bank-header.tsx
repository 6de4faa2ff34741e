import { Link } from 'react-router'
import type { User } from '#contract/people.ts'
import { Brand } from '../../shared/ui/brand.tsx'
import { HideAmountsSwitch } from '../amounts/hide-amounts-switch.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { ProfileMenu } from './profile-menu.tsx'

export function BankHeader({ user }: { user: User }) {
  return (
    <header className="mx-auto flex h-18 w-full max-w-6xl items-center justify-between gap-3 px-5 sm:px-8 lg:justify-end">
      <Link to="/" className="-m-1 min-w-0 rounded-xl p-1 lg:hidden">
        {/* The narrowest phones have room for the sign alone; the name is still read out. */}
        <Brand className="max-[22.4rem]:[&>span]:sr-only" />
      </Link>
      <div className="flex shrink-0 items-center gap-1">
        <HideAmountsSwitch />
        <NotificationBell />
        <ProfileMenu user={user} />
      </div>
    </header>
  )
}
