import { type ComponentProps, useMemo } from 'react'
import { countryNames } from '../countries.ts'
import { SelectField } from './select-field.tsx'

/** A stored name that is no longer in the list stays available. */
export function NationalityField({ chosen, ...select }: { chosen: string } & Omit<ComponentProps<'select'>, 'label'>) {
  const names = useMemo(countryNames, [])
  return (
    <SelectField label="Nationality" {...select}>
      <option value="">Not specified</option>
      {chosen && !names.includes(chosen) && <option>{chosen}</option>}
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  )
}
