import { t } from '../../shared/i18n/i18n.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { SettingsCard } from '../settings/settings-card.tsx'

/** On the settings page: the way to the API keys. */
export function ApiKeysCard() {
  return (
    <SettingsCard title={t('API keys')} lead={t('For programs of your own that read your account or send money.')}>
      <ButtonLink to="/dashboard/api-keys" variant="secondary" className="justify-self-start whitespace-normal!">
        {t('Manage API keys')}
      </ButtonLink>
    </SettingsCard>
  )
}
