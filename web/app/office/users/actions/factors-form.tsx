import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { resetFactors } from '#contract/office/administration.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { ReasonField, useReason } from '../../parts/reason-field.tsx'
import { PROPOSED_TEXT } from '../../proposals/proposed.ts'
import type { ActionProps } from './actions.ts'

/** For a person who has lost phone, passkeys and recovery codes. */
export function FactorsForm({ user, onDone, onBack }: ActionProps) {
  const { reason, isMissing, field } = useReason()
  const remove = useMutation({
    mutationFn: () => call<typeof resetFactors>('POST', '/admin/factors/reset', { body: { userId: user._id, reason } }),
    onSuccess: (answer) =>
      onDone(answer ? t(PROPOSED_TEXT) : t('{name} has no second factors now', { name: user.fullName })),
    onError: (error) => showError(error),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isMissing()) remove.mutate()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p>
        {t(
          'Verify who you’re talking to first. {name} loses the authenticator app, passkeys and recovery codes, is logged out on all devices, and can log in with the password alone. We’ll notify them by email.',
          { name: user.fullName },
        )}
      </p>
      <ReasonField {...field} hint={t('How you verified their identity. Kept in the audit log.')} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={remove.isPending}>
          {t('Remove second factors')}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
