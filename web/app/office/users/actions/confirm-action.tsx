import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Proposal } from '#contract/authority/proposals.ts'
import type { User } from '#contract/customers/people.ts'
import type { endPersonSessions } from '#contract/identity/person-sessions.ts'
import type { confirmRole, removeCode, resetPin } from '#contract/office/administration.ts'
import type { leaveStaff } from '#contract/office/staff.ts'
import type { Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { outcomeOf } from '../../proposals/proposed.ts'
import type { ActionProps, ConfirmableAction } from './actions.ts'

type Action = {
  question: (name: Text) => Text
  button: TextId
  doneText: TextId
  run: (userId: string) => Promise<User | Proposal | undefined>
}

const ACTIONS: Record<ConfirmableAction, Action> = {
  'clear-code': {
    question: (name) => t('{name} can make transfers with the PIN alone until a new code is set.', { name }),
    button: msg('Clear code'),
    doneText: msg('Code removed successfully'),
    run: (userId) => call<typeof removeCode>('PATCH', '/admin/remove-code', { body: { userId } }),
  },
  'reset-pin': {
    question: (name) =>
      t('{name} will have to create a new PIN before doing anything else. We’ll notify them by email.', { name }),
    button: msg('Reset PIN'),
    doneText: msg('Pin Reset successfully'),
    run: (userId) => call<typeof resetPin>('POST', '/admin/reset-pin', { body: { userId } }),
  },
  'end-sessions': {
    question: (name) => t('{name} will be logged out on all devices and has to log in again.', { name }),
    button: msg('End all sessions'),
    doneText: msg('Sessions ended'),
    run: async (userId) => {
      await call<typeof endPersonSessions>('POST', '/admin/end-sessions', { body: { userId } })
      return undefined
    },
  },
  leave: {
    question: (name) =>
      t(
        '{name} is logged out everywhere. The role, API keys and assignments end, and what {name} proposed is withdrawn. All administrators are told.',
        { name },
      ),
    button: msg('End access'),
    doneText: msg('The access has ended'),
    run: (id) => call<typeof leaveStaff>('POST', '/admin/staff/:id/leave', { params: { id } }),
  },
  'confirm-role': {
    question: (name) =>
      t('{name} and those who gave them the role may confirm each other’s proposals afterwards.', { name }),
    button: msg('Confirm role'),
    doneText: msg('Role confirmed'),
    run: (id) => call<typeof confirmRole>('POST', '/admin/staff/:id/confirm-role', { params: { id } }),
  },
}

export function ConfirmAction({ action, user, onDone, onBack }: ActionProps & { action: ConfirmableAction }) {
  const { question, button, doneText, run } = ACTIONS[action]
  const confirm = useRef<HTMLButtonElement>(null)
  useEffect(() => confirm.current?.focus(), [])
  const mutation = useMutation({
    mutationFn: () => run(user._id),
    onSuccess: (answer) => (answer ? onDone(...outcomeOf(answer, t(doneText))) : onDone(t(doneText))),
    onError: (error) => showError(error),
  })
  return (
    <div className="grid gap-6">
      <p className="text-lg">{question(user.fullName)}</p>
      <div className="flex flex-wrap gap-3">
        <Button ref={confirm} variant="danger" busy={mutation.isPending} onClick={() => mutation.mutate()}>
          {t(button)}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}
