import { useRef, useState } from 'react'
import type { User } from '#contract/people.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { showToast } from '../../shared/ui/toasts.ts'
import { reloadOffice } from '../office-query.ts'
import { AdjustmentForm } from './adjustment-form.tsx'
import { CodeForm } from './code-form.tsx'
import { ConfirmAction } from './confirm-action.tsx'
import type { DialogMode, StepProps } from './dialog-steps.ts'
import { EditForm } from './edit-form.tsx'
import { FactorsForm } from './factors-form.tsx'
import { UserDetails } from './user-details.tsx'

type Props = { user: User | null; onChange: (user: User) => void; onClose: () => void }

/** One user and all administrator actions on them. */
export function UserDialog({ user, onChange, onClose }: Props) {
  // The last user stays visible during the closing animation.
  const lastUser = useRef(user)
  if (user) lastUser.current = user
  const shownUser = user ?? lastUser.current
  const [mode, setMode] = useState<DialogMode>('view')
  if (!shownUser) return null

  const close = () => {
    setMode('view')
    onClose()
  }
  const back = () => setMode('view')
  const finish = (text: string, changed?: User) => {
    showToast({ message: text })
    if (changed) onChange(changed)
    void reloadOffice()
    back()
  }
  return (
    <Dialog
      open={user !== null}
      onClose={close}
      title={TITLES[mode](shownUser)}
      onBack={mode === 'view' ? undefined : back}
      wide={mode === 'view' || mode === 'edit'}
    >
      <DialogContent key={mode} mode={mode} user={shownUser} onModeChange={setMode} onDone={finish} onBack={back} />
    </Dialog>
  )
}

const TITLES: Record<DialogMode, (user: User) => string> = {
  view: ({ fullName }) => fullName,
  edit: ({ fullName }) => `Edit ${fullName}`,
  fund: ({ fullName }) => `Fund ${fullName}`,
  debit: ({ fullName }) => `Debit ${fullName}`,
  code: ({ fullName }) => `Set a code for ${fullName}`,
  factors: () => 'Remove second factors?',
  'clear-code': () => 'Clear the transaction code?',
  'reset-pin': () => 'Reset the PIN?',
  'end-sessions': () => 'End all sessions?',
}

function DialogContent({
  mode,
  onModeChange,
  ...step
}: StepProps & { mode: DialogMode; onModeChange: (mode: DialogMode) => void }) {
  switch (mode) {
    case 'view':
      return <UserDetails user={step.user} onModeChange={onModeChange} />
    case 'edit':
      return <EditForm {...step} />
    case 'fund':
    case 'debit':
      return <AdjustmentForm kind={mode} {...step} />
    case 'code':
      return <CodeForm {...step} />
    case 'factors':
      return <FactorsForm {...step} />
    default:
      return <ConfirmAction action={mode} {...step} />
  }
}
