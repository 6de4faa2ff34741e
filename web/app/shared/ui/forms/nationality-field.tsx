import { useMemo } from 'react'
import { verbatim } from '#contract/text.ts'
import { countries } from '../../countries.ts'
import { t } from '../../i18n/i18n.ts'
import type { ComponentProps } from '../content.ts'
import { useGrowing } from '../loading/grow.ts'
import { SelectField } from './select-field.tsx'

/** A stored name that is no longer in the list stays available. */
export function NationalityField({ chosen, ...select }: { chosen: string } & Omit<ComponentProps<'select'>, 'label'>) {
  const all = useMemo(countries, [])
  // After the page's first paint: a slow phone takes 50 ms for them.
  const complete = useGrowing(2, 1) === 2
  const shown = complete ? all : all.filter(({ value }) => value === chosen)
  return (
    <SelectField label={t('Nationality')} {...select}>
      <option value="">{t('Not specified')}</option>
      {chosen && !all.some(({ value }) => value === chosen) && <option value={chosen}>{verbatim(chosen)}</option>}
      {shown.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
