import { EmailPreferences } from './email-preferences.tsx'
import { PushCard } from './push-card.tsx'

export function NotificationSettings() {
  return (
    <>
      <PushCard />
      <EmailPreferences />
    </>
  )
}
