import { useMutation } from '@tanstack/react-query'
import { Snowflake } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { User } from '#contract/customers/people.ts'
import type { updateUser } from '#contract/office/administration.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import { ReasonField, useReason } from '../../parts/reason-field.tsx'
import { outcomeOf } from '../../proposals/proposed.ts'
import type { ActionProps, PersonAction } from './actions.ts'
import { mayEditField } from './allowed-actions.ts'

type Choice = { status: User['status']; label: TextId; text: TextId; done: TextId }

const FREEZE: Choice = {
  status: 'Frozen',
  label: msg('Freeze'),
  text: msg('They log in, read and receive money, but can’t make transfers. Pending transfers can only be declined.'),
  done: msg('{name} is frozen'),
}
const UNFREEZE: Choice = {
  status: 'Active',
  label: msg('Unfreeze'),
  text: msg('They can use the account as before.'),
  done: msg('{name} is no longer frozen'),
}
const CLOSE: Choice = {
  status: 'Closed',
  label: msg('Close the account'),
  text: msg('Final. Only possible without money and without pending transactions. They can still log in and read.'),
  done: msg('{name} has a closed account'),
}

/** Support freezes, and nothing else; staff without an account leave instead of being closed. */
function useMayClose(user: User): boolean {
  const me = useCurrentAdmin()
  return mayEditField(me, user, 'status') && user.accountNumber !== ''
}

/** Opens the form. */
export function StandingButton({ user, onAction }: { user: User; onAction: (action: PersonAction) => void }) {
  const mayClose = useMayClose(user)
  const isFrozen = user.status === 'Frozen'
  const name = isFrozen ? msg('Unfreeze or close') : msg('Freeze or close')
  return (
    <Button variant="secondary" onClick={() => onAction('standing')}>
      <Snowflake aria-hidden className="size-4.5" />
      {t(mayClose ? name : isFrozen ? msg('Unfreeze') : msg('Freeze'))}
    </Button>
  )
}

/** Freezes, unfreezes or closes, with a reason for staff. */
export function StandingForm({ user, onDone, onBack }: ActionProps) {
  const mayClose = useMayClose(user)
  const choices = [user.status === 'Frozen' ? UNFREEZE : FREEZE, ...(mayClose ? [CLOSE] : [])]
  const name = useId()
  const [chosen, setChosen] = useState(choices[0])
  const { reason, isMissing, field } = useReason()
  const change = useMutation({
    mutationFn: ({ status }: Choice) =>
      call<typeof updateUser>('PATCH', '/admin/user', {
        body: { userId: user._id, updates: { status }, reason, expected: { status: user.status } },
      }),
    onSuccess: (answer, { done }) => onDone(...outcomeOf(answer, t(done, { name: user.fullName }))),
    onError: (error) => showError(error),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isMissing() && chosen) change.mutate(chosen)
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <fieldset className="grid gap-3">
        <legend className="sr-only">{t('What should happen?')}</legend>
        {choices.map((choice) => (
          <label
            key={choice.status}
            className="flex cursor-pointer gap-3 rounded-2xl border border-line p-4 has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="mt-1 size-4.5 shrink-0 accent-(--accent)"
              checked={chosen === choice}
              onChange={() => setChosen(choice)}
            />
            <span>
              <span className="block font-medium">{t(choice.label)}</span>
              <span className="block text-[0.9375rem] text-muted">{t(choice.text)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <ReasonField {...field} hint={t('For staff only. Kept in the audit log; the customer is told without it.')} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={chosen === UNFREEZE ? 'primary' : 'danger'} busy={change.isPending}>
          {chosen && t(chosen.label)}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
