import { type FormEvent, useState } from 'react'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { Content } from '../../shared/ui/content.ts'
import { DigitBoxes } from '../../shared/ui/forms/digit-boxes.tsx'
import { LockedSecret, type SupportTopic } from '../pin/locked-secret.tsx'

type Props = {
  label: Text
  length: number
  problem: Text | undefined
  /** No attempt is left: shown in place of the boxes. */
  locked?: boolean | undefined
  topic: SupportTopic
  onProblemSeen: () => void
  sending?: boolean
  action: Text
  onDone: (digits: string) => void
  /** The last digit is enough. The step says so. */
  submitsWhenFilled?: boolean
  children?: Content
}

/** Enters the PIN or the transaction code; the button is enabled when all boxes are filled. */
export function SecretStep({ problem, locked, topic, ...rest }: Props) {
  if (locked && problem) return <LockedSecret problem={problem} topic={topic} />
  return <SecretForm problem={problem} {...rest} />
}

type FormProps = Omit<Props, 'locked' | 'topic'>

function SecretForm(props: FormProps) {
  const { label, length, problem, onProblemSeen, sending, action, onDone, submitsWhenFilled = false, children } = props
  const [digits, setDigits] = useState('')
  const [lastProblem, setLastProblem] = useState(problem)
  // Rejected digits are cleared, so that the next attempt starts at the first box.
  if (problem !== lastProblem) {
    setLastProblem(problem)
    if (problem) setDigits('')
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (digits.length === length && !sending) onDone(digits)
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <DigitBoxes
        label={label}
        length={length}
        value={digits}
        error={problem}
        onChange={(value) => {
          setDigits(value)
          if (value && problem) onProblemSeen()
          if (submitsWhenFilled && value.length === length && !sending) onDone(value)
        }}
      />
      {children}
      <Button type="submit" size="large" disabled={digits.length < length} busy={sending}>
        {sending ? t('Sending') : action}
      </Button>
    </form>
  )
}
