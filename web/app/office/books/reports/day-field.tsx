import type { Text } from '#contract/text.ts'
import { TextField } from '../../../shared/ui/forms/field.tsx'

type Props = { label: Text; value: string; error?: Text; onChange: (day: string) => void }

/** The browser's own date picker. */
export const DayField = ({ label, value, error, onChange }: Props) => (
  <TextField
    autoComplete="off"
    type="date"
    label={label}
    min="1900-01-01"
    max="2999-12-31"
    value={value}
    error={error}
    onChange={(event) => onChange(event.target.value)}
    className="w-44"
  />
)
