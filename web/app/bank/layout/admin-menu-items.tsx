import { Menu } from '@base-ui/react/menu'
import { Link } from 'react-router'
import { type Trigger, useOpenOnMount } from '../../shared/ui/load-on-interaction.tsx'
import { MenuItem, MenuPopup } from '../../shared/ui/menu.tsx'
import { EntryCount } from './entry-count.tsx'
import { adminEntries } from './menu-entries.ts'

export function AdminMenuItems({ trigger }: { trigger: Trigger }) {
  const open = useOpenOnMount()
  return (
    <Menu.Root>
      <Menu.Trigger ref={open} render={trigger} />
      <MenuPopup side="top">
        {adminEntries.map(({ to, name, icon: Icon }) => (
          <MenuItem key={to} render={<Link to={to} />}>
            <Icon aria-hidden className="size-5" />
            {name}
            <EntryCount to={to} />
          </MenuItem>
        ))}
      </MenuPopup>
    </Menu.Root>
  )
}
