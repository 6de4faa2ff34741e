import { t } from '../../shared/i18n/i18n.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { SettingsCard } from '../settings/settings-card.tsx'

export function CheckCard() {
  return (
    <SettingsCard
      title={t('Check my account')}
      lead={t('Your browser recomputes every posting and compares it with the seals that we publish.')}
    >
      <ButtonLink to="/dashboard/check" variant="secondary" className="justify-self-start">
        {t('Check')}
      </ButtonLink>
    </SettingsCard>
  )
}
