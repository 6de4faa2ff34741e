import { Menu } from '@base-ui/react/menu'
import { Link } from 'react-router'
import type { Text } from '#contract/text.ts'
import { useSession } from '../../shared/api/session.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { officeMenuOf } from '../../shared/office-pages.ts'
import { MenuItem, MenuPopup } from '../../shared/ui/dialogs/menu.tsx'
import { type Trigger, useOpenOnMount } from '../../shared/ui/loading/load-on-interaction.tsx'
import { EntryCount } from './entry-count.tsx'
import { customerEntries, type MenuEntry, sendEntry } from './menu-entries.ts'

const ownEntries = [sendEntry, ...customerEntries]

/** The whole menu of staff on a phone: their work by group, then their own account. */
export function AdminMenuItems({ trigger }: { trigger: Trigger }) {
  const open = useOpenOnMount()
  const session = useSession()
  const groups = session.state === 'signedIn' ? officeMenuOf(session.user.role) : []
  const hasAccount = session.state === 'signedIn' && session.user.accountNumber !== ''
  return (
    <Menu.Root>
      <Menu.Trigger ref={open} render={trigger} />
      <MenuPopup side="top">
        {groups.map(({ name, pages }) => (
          <Group key={name} name={t(name)} entries={pages} />
        ))}
        {hasAccount && <Group name={t('My own account')} entries={ownEntries} />}
      </MenuPopup>
    </Menu.Root>
  )
}

const Group = ({ name, entries }: { name: Text; entries: readonly MenuEntry[] }) => (
  <Menu.Group className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1">
    <Menu.GroupLabel className="px-3 pt-2 pb-1 text-sm font-medium text-muted">{name}</Menu.GroupLabel>
    {entries.map(({ to, name: entry, icon: Icon }) => (
      <MenuItem key={to} render={<Link to={to} />}>
        <Icon aria-hidden className="size-5" />
        {t(entry)}
        <EntryCount to={to} />
      </MenuItem>
    ))}
  </Menu.Group>
)
