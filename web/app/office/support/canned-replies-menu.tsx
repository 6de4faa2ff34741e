import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { MessageSquareQuote, Settings2 } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { Link } from 'react-router'
import { verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { institution } from '../../shared/institution.ts'
import { Permitted, useHasPermission } from '../../shared/session/permitted.tsx'
import { MenuItem, MenuPopup } from '../../shared/ui/dialogs/menu.tsx'
import { useCurrentAdmin } from '../layout/use-current-admin.ts'
import { settingsQuery } from '../settings/settings-query.ts'
import { fillReply, isTrueOf } from './canned-replies.ts'
import { customerQuery } from './inbox-query.ts'

type Props = { userId: string; field: RefObject<HTMLElement | null>; onChoose: (text: string) => void }

/** Inserts a canned reply with its placeholders filled in. The replies are edited in the settings. */
export function CannedRepliesMenu({ userId, field, onChoose }: Props) {
  const { data: customer } = useQuery(customerQuery(userId))
  const { data: settings } = useQuery(settingsQuery)
  const me = useCurrentAdmin()
  const chosen = useRef(false)
  const mayEdit = useHasPermission('settings:change')
  if (!customer || !settings?.cannedReplies || (settings.cannedReplies.length === 0 && !mayEdit)) return null
  const replies = settings.cannedReplies.filter(({ text }) => isTrueOf(text, customer.user))
  const values = { user: customer.user, me: me.fullName, bank: institution.name }
  return (
    <Menu.Root
      onOpenChange={(open) => {
        if (open) chosen.current = false
      }}
    >
      <Menu.Trigger
        aria-label={t('Canned replies')}
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink"
      >
        <MessageSquareQuote aria-hidden className="size-5" />
      </Menu.Trigger>
      <MenuPopup
        side="top"
        align="start"
        // After a choice, focus moves to the message field.
        finalFocus={() => (chosen.current ? field.current : true)}
      >
        {replies.map(({ name, text }) => {
          const filled = fillReply(text, values)
          return (
            <MenuItem
              key={name}
              onClick={() => {
                chosen.current = true
                onChoose(filled)
              }}
            >
              <span className="grid w-72 max-w-[70vw] py-1.5">
                <span className="truncate">{name}</span>
                <span className="truncate text-sm font-normal text-muted">{verbatim(filled)}</span>
              </span>
            </MenuItem>
          )
        })}
        <Permitted permission="settings:change">
          {replies.length > 0 && <Menu.Separator className="mx-3 my-1.5 h-px bg-line" />}
          <MenuItem render={<Link to="/dashboard/admin-settings#canned-replies" />}>
            <Settings2 aria-hidden className="size-4.5" />
            {t('Edit canned replies')}
          </MenuItem>
        </Permitted>
      </MenuPopup>
    </Menu.Root>
  )
}
