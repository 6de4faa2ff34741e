import { useRef } from 'react'
import type { User } from '#contract/customers/people.ts'
import type { PersonDetails } from '#contract/office/administration.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { reloadOffice } from '../../layout/office-query.ts'
import type { ActionProps, PersonAction } from './actions.ts'
import { AdjustmentForm } from './adjustment-form.tsx'
import { CodeForm } from './code-form.tsx'
import { ConfirmAction } from './confirm-action.tsx'
import { EditForm } from './edit-form.tsx'
import { EraseForm } from './erase-form.tsx'
import { FactorsForm } from './factors-form.tsx'
import { LimitForm } from './limit-form.tsx'
import { StandingForm } from './standing-form.tsx'

type Props = {
  action: PersonAction | null
  person: PersonDetails
  onChange: (user: User) => void
  onClose: () => void
}

/** The form or the confirmation of one action on the person. */
export function ActionDialog({ action, person: { user, accounts, decidedAlone }, onChange, onClose }: Props) {
  // The last action stays visible during the closing animation.
  const lastAction = useRef(action)
  if (action) lastAction.current = action
  const shown = action ?? lastAction.current
  if (!shown) return null

  const finish = (text: Text, changed?: User) => {
    showToast({ message: text })
    if (changed) onChange(changed)
    void reloadOffice()
    onClose()
  }
  return (
    <Dialog
      open={action !== null}
      onClose={onClose}
      title={TITLES[shown](user)}
      wide={shown === 'edit'}
      focusFirstField
    >
      <ActionForm
        key={shown}
        action={shown}
        user={user}
        accounts={accounts}
        decidedAlone={decidedAlone}
        onDone={finish}
        onBack={onClose}
      />
    </Dialog>
  )
}

const TITLES: Record<PersonAction, (user: User) => Text> = {
  edit: ({ fullName }) => t('Edit {name}', { name: fullName }),
  fund: ({ fullName }) => t('Fund {name}', { name: fullName }),
  debit: ({ fullName }) => t('Debit {name}', { name: fullName }),
  code: ({ fullName }) => t('Set a code for {name}', { name: fullName }),
  limit: ({ fullName }) => t('Set a daily limit for {name}', { name: fullName }),
  factors: () => t('Remove second factors?'),
  standing: ({ fullName, status }) =>
    t(status === 'Frozen' ? msg('Unfreeze or close {name}') : msg('Freeze or close {name}'), { name: fullName }),
  erase: ({ fullName }) => t('Erase {name}?', { name: fullName }),
  'clear-code': () => t('Clear the transaction code?'),
  'reset-pin': () => t('Reset the PIN?'),
  'end-sessions': () => t('End all sessions?'),
  leave: ({ fullName }) => t('End the access of {name}?', { name: fullName }),
  'confirm-role': ({ fullName }) => t('Confirm the role of {name}?', { name: fullName }),
}

function ActionForm({ action, ...form }: ActionProps & { action: PersonAction }) {
  switch (action) {
    case 'edit':
      return <EditForm {...form} />
    case 'fund':
    case 'debit':
      return <AdjustmentForm kind={action} {...form} />
    case 'code':
      return <CodeForm {...form} />
    case 'limit':
      return <LimitForm {...form} />
    case 'factors':
      return <FactorsForm {...form} />
    case 'standing':
      return <StandingForm {...form} />
    case 'erase':
      return <EraseForm {...form} />
    default:
      return <ConfirmAction action={action} {...form} />
  }
}
