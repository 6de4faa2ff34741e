import { Menu } from '@base-ui/react/menu'
import { Popover } from '@base-ui/react/popover'
import { Bell, ChevronDown, LogOut, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import type { User } from '#contract/people.ts'
import { Brand } from '../../shared/ui/brand.tsx'
import { MenuItem, MenuPopup } from '../../shared/ui/menu.tsx'
import { useLogOut } from '../../shared/use-log-out.ts'

export function BankHeader({ user }: { user: User }) {
  return (
    <header className="mx-auto flex h-18 w-full max-w-6xl items-center justify-between gap-3 px-5 sm:px-8 lg:justify-end">
      <Link to="/" className="-m-1 min-w-0 rounded-xl p-1 lg:hidden">
        <Brand />
      </Link>
      <div className="flex shrink-0 items-center gap-2">
        <NotificationBell />
        <ProfileMenu user={user} />
      </div>
    </header>
  )
}

function NotificationBell() {
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label="Notifications"
        className="grid size-11 place-items-center rounded-full text-ink transition-colors hover:bg-ink/6"
      >
        <Bell aria-hidden className="size-5.5" strokeWidth={1.8} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={8} className="z-40">
          <Popover.Popup className="w-72 rounded-2xl border border-line bg-surface p-5 shadow-lifted outline-none motion-safe:animate-drop">
            <Popover.Title className="font-semibold">Notifications</Popover.Title>
            <Popover.Description className="mt-1 text-muted">
              Nothing new. Decisions on your transactions and answers from support will appear here.
            </Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const initialsOf = (fullName: string) =>
  fullName
    .split(/\s+/)
    .map((part) => [...part][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()

function ProfileMenu({ user }: { user: User }) {
  const { logOut, leaving } = useLogOut()
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label="Profile menu"
        className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface py-1 pr-3 pl-1 transition-colors hover:border-edge"
      >
        <span className="grid size-9 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent">
          {initialsOf(user.fullName)}
        </span>
        <ChevronDown aria-hidden className="size-4 text-muted" />
      </Menu.Trigger>
      <MenuPopup>
        <div className="border-b border-line px-3 pt-2 pb-3 mb-1.5">
          <p className="truncate font-semibold">{user.fullName}</p>
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
        <MenuItem render={<Link to="/dashboard/settings" />}>
          <UserRound aria-hidden className="size-5" />
          Profile
        </MenuItem>
        <MenuItem onClick={logOut} disabled={leaving}>
          <LogOut aria-hidden className="size-5" />
          Log out
        </MenuItem>
      </MenuPopup>
    </Menu.Root>
  )
}
