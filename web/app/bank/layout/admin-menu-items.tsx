import { Menu } from '@base-ui/react/menu'
import { Link } from 'react-router'
import { useSession } from '../../shared/api/session.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { officePagesOf } from '../../shared/office-pages.ts'
import { MenuItem, MenuPopup } from '../../shared/ui/dialogs/menu.tsx'
import { type Trigger, useOpenOnMount } from '../../shared/ui/loading/load-on-interaction.tsx'
import { EntryCount } from './entry-count.tsx'

export function AdminMenuItems({ trigger }: { trigger: Trigger }) {
  const open = useOpenOnMount()
  const session = useSession()
  const pages = session.state === 'signedIn' ? officePagesOf(session.user.role) : []
  return (
    <Menu.Root>
      <Menu.Trigger ref={open} render={trigger} />
      <MenuPopup side="top">
        {pages.map(({ to, name, icon: Icon }) => (
          <MenuItem key={to} render={<Link to={to} />}>
            <Icon aria-hidden className="size-5" />
            {t(name)}
            <EntryCount to={to} />
          </MenuItem>
        ))}
      </MenuPopup>
    </Menu.Root>
  )
}
