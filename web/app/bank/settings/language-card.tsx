import { useState } from 'react'
import { LOCALE_NAMES, type Locale } from '#contract/locales.ts'
import { verbatim } from '#contract/text.ts'
import { currentLocale, t } from '../../shared/i18n/i18n.ts'
import { locales } from '../../shared/institution.ts'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { saveProfile } from './save-profile.ts'
import { SettingsCard } from './settings-card.tsx'

/** Nothing in a bank with one language. */
export function LanguageCard() {
  const [chosen, setChosen] = useState<Locale>()
  if (locales.length < 2) return null

  async function choose(locale: Locale) {
    setChosen(locale)
    if (!(await saveProfile({ locale }))) return setChosen(undefined)
    // Public pages load this file too, which is smaller if no page has a part of it.
    const { openIn } = await import('../../shared/i18n/language-select.tsx')
    openIn(locale)
  }
  return (
    <SettingsCard title={t('Language')} lead={t('Of the pages, and of emails and documents that you get from us.')}>
      <SelectField
        label={t('Your language')}
        value={chosen ?? currentLocale()}
        disabled={chosen !== undefined}
        onChange={({ target }) => choose(target.value as Locale)}
      >
        {locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {verbatim(LOCALE_NAMES[locale])}
          </option>
        ))}
      </SelectField>
    </SettingsCard>
  )
}
