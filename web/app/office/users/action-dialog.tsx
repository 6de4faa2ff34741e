import { useRef } from 'react'
import type { PersonDetails } from '#contract/administration.ts'
import type { User } from '#contract/people.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { showToast } from '../../shared/ui/toasts.ts'
import { reloadOffice } from '../office-query.ts'
import type { ActionProps, PersonAction } from './actions.ts'
import { AdjustmentForm } from './adjustment-form.tsx'
import { CodeForm } from './code-form.tsx'
import { ConfirmAction } from './confirm-action.tsx'
import { EditForm } from './edit-form.tsx'
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

  const finish = (text: string, changed?: User) => {
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

const TITLES: Record<PersonAction, (user: User) => string> = {
  edit: ({ fullName }) => `Edit ${fullName}`,
  fund: ({ fullName }) => `Fund ${fullName}`,
  debit: ({ fullName }) => `Debit ${fullName}`,
  code: ({ fullName }) => `Set a code for ${fullName}`,
  limit: ({ fullName }) => `Set a daily limit for ${fullName}`,
  factors: () => 'Remove second factors?',
  standing: ({ fullName, status }) => `${status === 'Frozen' ? 'Unfreeze' : 'Freeze'} or close ${fullName}`,
  'clear-code': () => 'Clear the transaction code?',
  'reset-pin': () => 'Reset the PIN?',
  'end-sessions': () => 'End all sessions?',
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
    default:
      return <ConfirmAction action={action} {...form} />
  }
}
