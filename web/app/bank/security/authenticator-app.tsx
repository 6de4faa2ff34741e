import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { deleteTotp, startTotp } from '#contract/identity/factors.ts'
import { verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { call } from '../../shared/api/call.ts'
import { reloadFactors } from '../../shared/api/factors-query.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { SettingsCard } from '../settings/settings-card.tsx'
import { type Setup, SetupForm } from './authenticator-setup.tsx'
import { CodesDialog } from './codes-dialog.tsx'

const LEAD = msg(
  'A six-digit code from an app on your phone, asked for after your password. It stops anyone who only knows the password.',
)

type Props = {
  enrolled: boolean
  /** Whether a passkey protects the account as well. */
  hasPasskey: boolean
  onEnrolled: () => void
}

export function AuthenticatorApp({ enrolled, hasPasskey, onEnrolled }: Props) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const start = useMutation({
    mutationFn: () => call<typeof startTotp>('POST', '/users/factors/totp'),
    onSuccess: setSetup,
    onError: (error) => {
      showError(error)
      void reloadFactors()
    },
  })
  const finish = async () => {
    setSetup(null)
    setCodes(null)
    await reloadFactors()
    onEnrolled()
  }
  return (
    <SettingsCard id="authenticator-app" title={t('Authenticator app')} lead={t(LEAD)}>
      {enrolled ? (
        <TurnOff hasPasskey={hasPasskey} />
      ) : (
        <Button
          variant="secondary"
          busy={start.isPending}
          onClick={() => start.mutate()}
          className="justify-self-start"
        >
          {t('Set up')}
        </Button>
      )}
      {setup && !codes && (
        <Dialog open onClose={() => setSetup(null)} title={t('Set up your authenticator app')}>
          <SetupForm setup={setup} onDone={setCodes} />
        </Dialog>
      )}
      {codes && <CodesDialog codes={codes} onClose={finish} />}
    </SettingsCard>
  )
}

function TurnOff({ hasPasskey }: { hasPasskey: boolean }) {
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call<typeof deleteTotp>('DELETE', '/users/factors/totp'),
    onSuccess: () => showToast({ message: t('Authenticator app turned off.') }),
    onError: (error) => showError(error),
    onSettled: reloadFactors,
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <span className="rounded-full bg-positive-soft px-3 py-1 text-[0.8125rem] font-medium text-positive">
        {t('On')}
      </span>
      <Button variant="quiet" onClick={() => setAsking(true)} className="-mx-5 text-negative">
        {t('Turn off')}
      </Button>
      {asking && (
        <AskDialog
          title={t('Turn off the authenticator app?')}
          action={t('Turn it off')}
          busy={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          {t('The codes in your app will stop working.')}
          {verbatim(' ')}
          {hasPasskey
            ? t('Your passkeys stay.')
            : t('It’s your only second factor: after that, anyone who learns your password can log in.')}
        </AskDialog>
      )}
    </div>
  )
}
