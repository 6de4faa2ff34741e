import { Navigate, NavLink, useParams } from 'react-router'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { Page } from '../page.tsx'
import { StandingNotice } from '../standing-notice.tsx'
import { useProfile } from '../use-profile.ts'
import { DataSettings } from './data-settings.tsx'
import { DisplaySettings } from './display-settings.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { PaymentSettings } from './payment-settings.tsx'
import { ProfileSettings } from './profile-settings.tsx'
import { SecuritySettings } from './security-settings.tsx'
import { SETTINGS_PAGES } from './settings-pages.ts'

export const meta = () => privateMeta(t('Settings'))

const CONTENTS = new Map<string, React.ComponentType>([
  ['profile', ProfileSettings],
  ['security', SecuritySettings],
  ['payments', PaymentSettings],
  ['notifications', NotificationSettings],
  ['display', DisplaySettings],
  ['data', DataSettings],
])

/** The settings: short pages, with their menu beside or above them. One route, because public pages load the list of routes. */
export default function SettingsPage() {
  const { user } = useProfile()
  const { page = 'profile' } = useParams()
  const Content = CONTENTS.get(page)
  if (!Content) return <Navigate to="/dashboard/settings" replace />
  return (
    <Page title={t('Settings')}>
      {/* A pending person is told on the other pages, which link here. */}
      {user.status !== 'Pending' && <StandingNotice status={user.status} />}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8">
        <SettingsMenu />
        <div className="grid max-w-3xl grid-cols-1 gap-5">
          <Content />
        </div>
      </div>
    </Page>
  )
}

const SettingsMenu = () => (
  <nav aria-label={t('Settings')} className="lg:sticky lg:top-6">
    <ul className="flex flex-wrap gap-2 lg:grid lg:gap-1">
      {SETTINGS_PAGES.map(({ to, name, icon: Icon }) => (
        <li key={to}>
          <NavLink
            to={to}
            end
            className={({ isActive }) =>
              classNames(
                'flex min-h-11 items-center gap-2.5 rounded-full px-4 text-[0.9375rem] font-medium lg:rounded-xl',
                isActive
                  ? 'bg-accent-soft text-accent'
                  : 'border border-line text-ink/80 hover:bg-sunken hover:text-ink lg:border-transparent',
              )
            }
          >
            <Icon aria-hidden className="size-4.5 shrink-0" />
            {t(name)}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
)
