import { ChevronDown } from 'lucide-react'
import type { Text } from '#contract/text.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import { inputClass } from '../../../shared/ui/forms/field.tsx'

type Props = {
  label: Text
  options: { value: string; name: Text }[]
  value: string
  onChange: (value: string) => void
}

export const FilterSelect = ({ label, options, value, onChange }: Props) => (
  <div className="relative min-w-34 flex-1 sm:w-44 sm:flex-none">
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={classNames(inputClass, 'h-11 appearance-none pe-10')}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
    <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-4.5 text-muted" />
  </div>
)
