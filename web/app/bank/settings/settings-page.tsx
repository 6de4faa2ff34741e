import { t } from '../../shared/i18n/i18n.ts'
import { privateMeta } from '../../shared/ui/page-meta.ts'
import { ThemeSwitch } from '../../shared/ui/theme-switch.tsx'
import { AccessLogCard } from '../access-log/access-log-card.tsx'
import { ApiKeysCard } from '../api-keys/api-keys-card.tsx'
import { CheckCard } from '../check/check-card.tsx'
import { Page } from '../page.tsx'
import { PinCard } from '../pin/pin-card.tsx'
import { SecurityCard } from '../security/security-card.tsx'
import { StandingNotice } from '../standing-notice.tsx'
import { useProfile } from '../use-profile.ts'
import { Devices } from './devices.tsx'
import { EmailForm } from './email-form.tsx'
import { EmailPreferences } from './email-preferences.tsx'
import { ExportCard } from './export-card.tsx'
import { LanguageCard } from './language-card.tsx'
import { LimitsCard } from './limits-card.tsx'
import { PasswordForm } from './password-form.tsx'
import { PersonalForm } from './personal-form.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { PushCard } from './push-card.tsx'
import { SettingsCard } from './settings-card.tsx'

export const meta = () => privateMeta(t('Settings'))

export default function SettingsPage() {
  const { user } = useProfile()
  return (
    <Page title={t('Settings')}>
      {/* A pending person is told on the other pages, which link here. */}
      {user.status !== 'Pending' && <StandingNotice status={user.status} />}
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[1.4fr_1fr]">
        <div className="grid grid-cols-1 gap-5">
          <PersonalForm user={user} />
          <EmailForm user={user} />
          <PasswordForm user={user} />
          {user.status !== 'Closed' && <PinCard />}
          <LimitsCard />
          <ExportCard />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <ProfilePicture user={user} />
          <SettingsCard title={t('Appearance')} lead={t('Light, dark, or the same as your device.')}>
            <ThemeSwitch />
          </SettingsCard>
          <LanguageCard />
          <SecurityCard />
          <AccessLogCard />
          <CheckCard />
          <ApiKeysCard />
          <PushCard />
          <EmailPreferences />
          <Devices />
        </div>
      </div>
    </Page>
  )
}
