import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import type { changePin, recoverPin, requestPinRecovery } from '#contract/identity/pin.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { useLinkToken } from '../../shared/session/use-link-token.ts'
import { showError } from '../../shared/show-error.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { Page } from '../page.tsx'
import { SettingsCard } from '../settings/settings-card.tsx'
import { StandingNotice } from '../standing-notice.tsx'
import { useProfile } from '../use-profile.ts'
import { PinForm } from './pin-form.tsx'

export const meta = () => privateMeta(t('Transaction PIN'))

export default function PinPage() {
  const { user } = useProfile()
  const token = useLinkToken()
  return (
    <div className="max-w-3xl">
      <Page title={t('Transaction PIN')} lead={t('It approves your transfers. Tell it to no one, not even to us.')}>
        <StandingNotice status={user.status} />
        {user.status !== 'Closed' && token && <RecoverPin token={token} />}
        {user.status !== 'Closed' && token === null && (
          <>
            <ChangePin />
            <ForgottenPin user={user} />
          </>
        )}
      </Page>
    </div>
  )
}

function usePinChanged() {
  const navigate = useNavigate()
  return () => {
    showToast({ message: t('PIN changed.') })
    void navigate('/dashboard/settings/security', { replace: true })
  }
}

function ChangePin() {
  return (
    <SettingsCard title={t('Change PIN')} lead={t('You need your current PIN. Choose a new one that’s hard to guess.')}>
      <PinForm
        first="current"
        save={(body) => call<typeof changePin>('PUT', '/users/pin', { body })}
        onSaved={usePinChanged()}
      />
    </SettingsCard>
  )
}

function RecoverPin({ token }: { token: string }) {
  return (
    <SettingsCard
      title={t('Set a new PIN')}
      lead={t('For a day after that, our team checks each of your transfers before it is sent.')}
    >
      <PinForm
        first="new"
        save={({ newPin: pin }) => call<typeof recoverPin>('PUT', '/users/pin/recovery', { body: { token, pin } })}
        onSaved={usePinChanged()}
      />
    </SettingsCard>
  )
}

function ForgottenPin({ user }: { user: User }) {
  const [sent, setSent] = useState(false)
  const request = useMutation({
    mutationFn: () => call<typeof requestPinRecovery>('POST', '/users/pin/recovery'),
    onSuccess: () => setSent(true),
    onError: (error) => showError(error),
  })
  return (
    <SettingsCard
      title={t('Forgotten or locked?')}
      lead={t('We send a link to your email address. Open it within 30 minutes, while you are logged in.')}
    >
      <p role="status" className="font-medium text-positive wrap-anywhere empty:hidden">
        {sent && sentText(user)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={request.isPending} onClick={() => request.mutate()}>
          {sent ? t('Send it again') : t('Email me a link')}
        </Button>
        <ButtonLink to="/dashboard/support-user?topic=new-pin" variant="quiet">
          {t('Write to support')}
        </ButtonLink>
      </div>
    </SettingsCard>
  )
}

/** While a new address is not confirmed, the link goes to the one before. */
const sentText = ({ email, emailConfirmed }: User) =>
  emailConfirmed
    ? t('We sent a link to {email}.', { email })
    : t('We sent a link to your last confirmed email address.')
