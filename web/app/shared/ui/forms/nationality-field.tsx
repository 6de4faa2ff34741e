import { type ComponentProps, useMemo } from 'react'
import { countryNames } from '../../countries.ts'
import { t } from '../../i18n/i18n.ts'
import { useGrowing } from '../loading/grow.ts'
import { SelectField } from './select-field.tsx'

/** A stored name that is no longer in the list stays available. */
export function NationalityField({ chosen, ...select }: { chosen: string } & Omit<ComponentProps<'select'>, 'label'>) {
  const names = useMemo(countryNames, [])
  // After the page's first paint: a slow phone takes 50 ms for them.
  const complete = useGrowing(2, 1) === 2
  const shown = complete ? names : names.filter((name) => name === chosen)
  return (
    <SelectField label={t('Nationality')} {...select}>
      <option value="">{t('Not specified')}</option>
      {chosen && !names.includes(chosen) && <option>{chosen}</option>}
      {shown.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  )
}
