import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { Check, ChevronDown, UserRound } from 'lucide-react'
import type { SupportColleague } from '#contract/office/conversations.ts'
import type { Conversation } from '#contract/office/support.ts'
import { ROLE_NAMES } from '#contract/permissions.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { MenuItem, MenuPopup } from '../../shared/ui/dialogs/menu.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { useCurrentAdmin } from '../layout/use-current-admin.ts'
import { colleaguesQuery } from './inbox-query.ts'
import { useUpdateConversation } from './use-update-conversation.ts'

type Props = { conversation: Conversation; readOnly: boolean }

/** Who takes care of the conversation; staff who may reply take it, hand it over or put it back. */
export function AssigneeMenu({ conversation, readOnly }: Props) {
  const { userId, assignedTo } = conversation
  const me = useCurrentAdmin()
  const { data: colleagues } = useQuery({ ...colleaguesQuery, enabled: !readOnly })
  const update = useUpdateConversation(userId)
  const name = !assignedTo ? t('Unassigned') : assignedTo._id === me._id ? t('You') : assignedTo.fullName
  if (readOnly) return <p className="min-w-0 truncate px-2 text-sm text-muted max-w-60">{name}</p>

  const assign = (colleague: Pick<SupportColleague, '_id' | 'fullName'> | null) => {
    const to = colleague?._id ?? null
    if (to === (assignedTo?._id ?? null)) return
    const done = !colleague
      ? t('Unassigned')
      : colleague._id === me._id
        ? t('Assigned to you')
        : t('Assigned to {fullName}', { fullName: colleague.fullName })
    update.mutate(
      { assignedTo: to, expected: { assignedTo: assignedTo?._id ?? null } },
      { onSuccess: () => showToast({ message: done }) },
    )
  }
  const others = colleagues?.filter(({ _id }) => _id !== me._id && _id !== userId)
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={t('Assigned to: {name}', { name })}
        className="inline-flex min-h-11 min-w-0 max-w-60 items-center gap-1.5 rounded-full px-3 text-sm font-semibold text-accent hover:bg-accent-soft"
      >
        <UserRound aria-hidden className="size-4.5 shrink-0" />
        <span className="truncate">{name}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0" />
      </Menu.Trigger>
      <MenuPopup>
        <Choice current={assignedTo?._id === me._id} onChoose={() => assign(me)}>
          {t('Assign to me')}
        </Choice>
        {others?.map((colleague) => (
          <Choice
            key={colleague._id}
            current={assignedTo?._id === colleague._id}
            onChoose={() => assign(colleague)}
            note={t(ROLE_NAMES[colleague.role])}
          >
            {colleague.fullName}
          </Choice>
        ))}
        <Menu.Separator className="mx-3 my-1.5 h-px bg-line" />
        <Choice current={assignedTo === null} onChoose={() => assign(null)}>
          {t('Unassigned')}
        </Choice>
      </MenuPopup>
    </Menu.Root>
  )
}

type ChoiceProps = { children: Text; current: boolean; note?: Text; onChoose: () => void }

const Choice = ({ children, current, note, onChoose }: ChoiceProps) => (
  <MenuItem onClick={onChoose}>
    <Check aria-hidden className={current ? 'size-4.5 shrink-0' : 'invisible size-4.5 shrink-0'} />
    <span className="grid max-w-[60vw] min-w-0 flex-1">
      <span className="truncate">{children}</span>
      {note && <span className="text-sm font-normal text-muted">{note}</span>}
    </span>
    {current && <span className="sr-only">{t(', current')}</span>}
  </MenuItem>
)
