import { EmailPreferences } from './email-preferences.tsx'
import { PushCard } from './push-card.tsx'

export default function NotificationSettingsPage() {
  return (
    <>
      <PushCard />
      <EmailPreferences />
    </>
  )
}
