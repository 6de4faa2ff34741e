import { t } from '../../shared/i18n/i18n.ts'
import { useGrowing } from '../../shared/ui/loading/grow.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { ThemeSwitch } from '../../shared/ui/page/theme-switch.tsx'
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

/** All of them would be the longest task of a slow phone. */
const CARDS_AT_ONCE = 2

export default function SettingsPage() {
  const { user } = useProfile()
  // A form of its own for each request of another name: its fields show the verified name again.
  const asked = user.nameChange ? `${user.nameChange.fullName} ${user.nameChange.dob}` : ''
  const main = [
    <PersonalForm key={`person ${asked}`} user={user} />,
    <EmailForm key="email" user={user} />,
    <PasswordForm key="password" user={user} />,
    user.status !== 'Closed' && <PinCard key="pin" />,
    <LimitsCard key="limits" />,
    <ExportCard key="export" />,
  ]
  const side = [
    <ProfilePicture key="picture" user={user} />,
    <SettingsCard key="theme" title={t('Appearance')} lead={t('Light, dark, or the same as your device.')}>
      <ThemeSwitch />
    </SettingsCard>,
    <LanguageCard key="language" />,
    <SecurityCard key="security" />,
    <AccessLogCard key="access" />,
    <CheckCard key="check" />,
    <ApiKeysCard key="keys" />,
    <PushCard key="push" />,
    <EmailPreferences key="mails" />,
    <Devices key="devices" />,
  ]
  const cards = useGrowing(main.length + side.length, CARDS_AT_ONCE, 1)
  return (
    <Page title={t('Settings')}>
      {/* A pending person is told on the other pages, which link here. */}
      {user.status !== 'Pending' && <StandingNotice status={user.status} />}
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[1.4fr_1fr]">
        <div className="grid grid-cols-1 gap-5">{main.slice(0, cards)}</div>
        {/* Below the first column on phones, so it comes when that is complete. */}
        <div className="grid grid-cols-1 gap-5">{side.slice(0, Math.max(0, cards - main.length))}</div>
      </div>
    </Page>
  )
}
