import { t } from '../../shared/i18n/i18n.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { SettingsCard } from '../settings/settings-card.tsx'

/** On the settings and security pages: the way to change or recover the PIN. */
export function PinCard() {
  return (
    <SettingsCard
      title={t('Transaction PIN')}
      lead={t('Change it, or set a new one if you forgot it or it is locked.')}
    >
      <ButtonLink to="/dashboard/pin" variant="secondary" className="justify-self-start whitespace-normal!">
        {t('Change PIN')}
      </ButtonLink>
    </SettingsCard>
  )
}
