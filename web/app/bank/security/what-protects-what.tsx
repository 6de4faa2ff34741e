import { SettingsCard } from '../settings/settings-card.tsx'

const PROTECTIONS = [
  ['Password', 'Logs you in. With a second factor set up, it is not enough on its own.'],
  [
    'Passkey',
    'Logs you in by itself and approves transfers in place of the PIN: it is your device and your fingerprint, face or screen lock at once.',
  ],
  ['Authenticator app', 'Asked for after your password, and again before sensitive changes such as a new email.'],
  ['Recovery codes', 'Take the place of a lost phone. Anyone who has one and your password can log in.'],
  ['Transaction PIN', 'Approves your transfers. Nobody at the bank knows it or will ask for it.'],
] as const

export function WhatProtectsWhat() {
  return (
    <SettingsCard title="What protects what">
      <dl className="grid gap-4 text-[0.9375rem]">
        {PROTECTIONS.map(([name, text]) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </SettingsCard>
  )
}
