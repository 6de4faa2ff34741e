import { type ComponentProps, useMemo } from 'react'
import { countryNames } from '../countries.ts'
import { t } from '../i18n/i18n.ts'
import { SelectField } from './select-field.tsx'

/** A stored name that is no longer in the list stays available. */
export function NationalityField({ chosen, ...select }: { chosen: string } & Omit<ComponentProps<'select'>, 'label'>) {
  const names = useMemo(countryNames, [])
  return (
    <SelectField label={t('Nationality')} {...select}>
      <option value="">{t('Not specified')}</option>
      {chosen && !names.includes(chosen) && <option>{chosen}</option>}
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  )
}
