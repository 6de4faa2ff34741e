import { useState } from 'react'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { TextField } from '../../shared/ui/forms/field.tsx'

/** The reason that a member of staff has to enter. `isMissing` shows the problem at the field. */
export function useReason() {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<Text>()
  return {
    reason,
    isMissing: () => {
      const missing = reason.trim() === ''
      setProblem(missing ? t('Enter a reason.') : undefined)
      return missing
    },
    field: {
      value: reason,
      problem,
      onChange: (text: string) => {
        setReason(text)
        setProblem(undefined)
      },
    },
  }
}

type Props = ReturnType<typeof useReason>['field'] & { hint?: Text }

export const ReasonField = ({ value, problem, onChange, hint }: Props) => (
  <TextField
    autoComplete="off"
    label={t('Reason')}
    maxLength={400}
    hint={hint}
    value={value}
    error={problem}
    onChange={(event) => onChange(event.target.value)}
  />
)
