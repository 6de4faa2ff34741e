import { Menu } from '@base-ui/react/menu'
import { ChevronDown, LogOut, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import type { User } from '#contract/people.ts'
import { MenuItem, MenuPopup } from '../../shared/ui/menu.tsx'
import { useLogOut } from '../../shared/use-log-out.ts'
import { Avatar } from '../avatar.tsx'

export function ProfileMenu({ user }: { user: User }) {
  const { logOut, leaving } = useLogOut()
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label="Profile menu"
        className="ml-1 flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface py-1 pr-3 pl-1 transition-colors hover:border-edge"
      >
        <Avatar fullName={user.fullName} image={user.image} />
        <ChevronDown aria-hidden className="size-4 text-muted" />
      </Menu.Trigger>
      <MenuPopup>
        <div className="mb-1.5 max-w-72 border-b border-line px-3 pt-2 pb-3">
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
