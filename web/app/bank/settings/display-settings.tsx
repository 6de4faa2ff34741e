import { t } from '../../shared/i18n/i18n.ts'
import { ThemeSwitch } from '../../shared/ui/page/theme-switch.tsx'
import { LanguageCard } from './language-card.tsx'
import { SettingsCard } from './settings-card.tsx'

export function DisplaySettings() {
  return (
    <>
      <LanguageCard />
      <SettingsCard title={t('Appearance')} lead={t('Light, dark, or the same as your device.')}>
        <ThemeSwitch />
      </SettingsCard>
    </>
  )
}
