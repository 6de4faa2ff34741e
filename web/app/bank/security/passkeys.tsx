import { useMutation } from '@tanstack/react-query'
import type { Passkey } from '#contract/identity/factors.ts'
import { msg } from '#contract/text-id.ts'
import { isConfirmationCancelled } from '../../shared/api/confirmation.ts'
import { reloadFactors } from '../../shared/api/factors-query.ts'
import { isPasskeyDismissed, passkeyProblem, passkeysSupported, registerPasskey } from '../../shared/api/passkeys.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { PasskeysUnavailable } from '../../shared/session/passkeys-unavailable.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { browserName } from '../settings/browser-name.ts'
import { SettingsCard } from '../settings/settings-card.tsx'
import { PasskeyRow } from './passkey-row.tsx'

const LEAD = msg(
  'Log in, approve transfers and confirm changes with your fingerprint, face or screen lock. A passkey can’t be guessed, and it doesn’t work on a fake website.',
)

type Props = {
  passkeys: Passkey[]
  /** Whether an authenticator app protects the account as well. */
  hasApp: boolean
  onEnrolled: () => void
}

export function Passkeys({ passkeys, hasApp, onEnrolled }: Props) {
  const add = useMutation({
    mutationFn: () => registerPasskey(browserName(navigator.userAgent)),
    onSuccess: async () => {
      const isFirst = passkeys.length === 0 && !hasApp
      showToast({ message: isFirst ? t('Passkey added. Your other devices were logged out.') : t('Passkey added.') })
      await reloadFactors()
      onEnrolled()
    },
    onError: showPasskeyProblem,
  })
  return (
    <SettingsCard id="passkeys" title={t('Passkeys')} lead={t(LEAD)}>
      {passkeys.length > 0 && (
        <ul className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} isLastFactor={passkeys.length === 1 && !hasApp} />
          ))}
        </ul>
      )}
      {passkeysSupported() ? (
        <Button variant="secondary" busy={add.isPending} onClick={() => add.mutate()} className="justify-self-start">
          {passkeys.length > 0 ? t('Add another passkey') : t('Add a passkey')}
        </Button>
      ) : (
        <PasskeysUnavailable />
      )}
    </SettingsCard>
  )
}

function showPasskeyProblem(error: unknown) {
  if (isConfirmationCancelled(error) || isPasskeyDismissed(error)) return
  showToast({ message: passkeyProblem(error), error: true })
}
