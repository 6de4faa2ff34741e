import { useRef, useState } from 'react'
import type { User } from '#contract/people.ts'
import { Modal } from '../../shared/ui/modal.tsx'
import { notify } from '../../shared/ui/notifications.ts'
import { reloadOffice } from '../office-query.ts'
import { AdjustForm } from './adjustment-form.tsx'
import { CodeForm } from './code-form.tsx'
import { ConfirmAct, type SmallAct } from './confirm-action.tsx'
import { EditForm } from './edit-form.tsx'
import { UserFacts } from './user-details.tsx'

export type Mode = 'view' | 'edit' | 'fund' | 'debit' | 'code' | SmallAct

type Props = { user: User | null; onChange: (user: User) => void; onClose: () => void }

/** A person, and everything an administrator may do to them. Stays on the screen while the window closes. */
export function UserWindow({ user, onChange, onClose }: Props) {
  const last = useRef(user)
  if (user) last.current = user
  const shown = user ?? last.current
  const [mode, setMode] = useState<Mode>('view')
  if (!shown) return null

  const close = () => {
    setMode('view')
    onClose()
  }
  const back = () => setMode('view')
  const done = (text: string, changed?: User) => {
    notify({ message: text })
    if (changed) onChange(changed)
    void reloadOffice()
    back()
  }
  return (
    <Modal
      open={user !== null}
      onClose={close}
      title={TITLES[mode](shown)}
      onBack={mode === 'view' ? undefined : back}
      wide={mode === 'view' || mode === 'edit'}
    >
      <Content key={mode} mode={mode} user={shown} go={setMode} done={done} back={back} />
    </Modal>
  )
}

const TITLES: Record<Mode, (user: User) => string> = {
  view: ({ fullName }) => fullName,
  edit: ({ fullName }) => `Edit ${fullName}`,
  fund: ({ fullName }) => `Fund ${fullName}`,
  debit: ({ fullName }) => `Debit ${fullName}`,
  code: ({ fullName }) => `Set a code for ${fullName}`,
  'clear-code': () => 'Clear the transaction code?',
  'reset-pin': () => 'Reset the PIN?',
  'end-sessions': () => 'End all sessions?',
}

export type Step = { user: User; done: (text: string, changed?: User) => void; back: () => void }

function Content({ mode, go, ...step }: Step & { mode: Mode; go: (mode: Mode) => void }) {
  switch (mode) {
    case 'view':
      return <UserFacts user={step.user} go={go} />
    case 'edit':
      return <EditForm {...step} />
    case 'fund':
    case 'debit':
      return <AdjustForm kind={mode} {...step} />
    case 'code':
      return <CodeForm {...step} />
    default:
      return <ConfirmAct act={mode} {...step} />
  }
}
