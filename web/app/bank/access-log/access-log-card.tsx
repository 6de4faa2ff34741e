import { t } from '../../shared/i18n/i18n.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { SettingsCard } from '../settings/settings-card.tsx'

/** On the settings and security pages: the way to the access log. */
export function AccessLogCard() {
  return (
    <SettingsCard
      title={t('Who looked at my account')}
      lead={t('Which of our staff opened your data, when, and what they did.')}
    >
      <ButtonLink to="/dashboard/access-log" variant="secondary" className="justify-self-start whitespace-normal!">
        {t('Show the list')}
      </ButtonLink>
    </SettingsCard>
  )
}
