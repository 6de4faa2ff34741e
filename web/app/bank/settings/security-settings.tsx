import { PinCard } from '../pin/pin-card.tsx'
import { SecurityCard } from '../security/security-card.tsx'
import { useProfile } from '../use-profile.ts'
import { Devices } from './devices.tsx'
import { PasswordForm } from './password-form.tsx'

export function SecuritySettings() {
  const { user } = useProfile()
  return (
    <>
      <SecurityCard />
      {user.status !== 'Closed' && <PinCard />}
      <PasswordForm user={user} />
      <Devices />
    </>
  )
}
