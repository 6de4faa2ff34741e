import { msg } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { SettingsCard } from '../settings/settings-card.tsx'

const PROTECTIONS = [
  [msg('Password'), msg('Logs you in. With a second factor set up, it is not enough on its own.')],
  [
    msg('Passkey'),
    msg(
      'Logs you in by itself and approves transfers in place of the PIN: it is your device and your fingerprint, face or screen lock at once.',
    ),
  ],
  [
    msg('Authenticator app'),
    msg('Asked for after your password, and again before sensitive changes such as a new email.'),
  ],
  [msg('Recovery codes'), msg('Take the place of a lost phone. Anyone who has one and your password can log in.')],
  [msg('Transaction PIN'), msg('Approves your transfers. Nobody at the bank knows it or will ask for it.')],
] as const

export function WhatProtectsWhat() {
  return (
    <SettingsCard title={t('What protects what')}>
      <dl className="grid gap-4 text-[0.9375rem]">
        {PROTECTIONS.map(([name, text]) => (
          <div key={name}>
            <dt className="font-medium">{t(name)}</dt>
            <dd className="text-muted">{t(text)}</dd>
          </div>
        ))}
      </dl>
    </SettingsCard>
  )
}
