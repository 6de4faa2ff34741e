import { Menu } from '@base-ui/react/menu'
import { LogOut, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { useLogOut } from '../../shared/session/use-log-out.ts'
import { MenuItem, MenuPopup } from '../../shared/ui/dialogs/menu.tsx'
import { type Trigger, useOpenOnMount } from '../../shared/ui/loading/load-on-interaction.tsx'

export function ProfileMenuItems({ user, trigger }: { user: User; trigger: Trigger }) {
  const { logOut, loggingOut } = useLogOut()
  const open = useOpenOnMount()
  return (
    <Menu.Root>
      <Menu.Trigger ref={open} render={trigger} />
      <MenuPopup>
        <div className="mb-1.5 max-w-72 border-b border-line px-3 pt-2 pb-3">
          <p className="truncate font-semibold">{user.fullName}</p>
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
        <MenuItem render={<Link to="/dashboard/settings" />}>
          <UserRound aria-hidden className="size-5" />
          {t('Profile')}
        </MenuItem>
        <MenuItem onClick={logOut} disabled={loggingOut}>
          <LogOut aria-hidden className="size-5" />
          {t('Log out')}
        </MenuItem>
      </MenuPopup>
    </Menu.Root>
  )
}
