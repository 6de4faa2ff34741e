import { ShieldAlert } from 'lucide-react'
import type { Text } from '#contract/text.ts'
import { CODE_NOTICE } from '#contract/texts.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { SecretStep } from './secret-step.tsx'

const CODE_LENGTH = 5

type Props = {
  description: Text
  problem: Text | undefined
  locked?: boolean | undefined
  onProblemSeen: () => void
  onDone: (code: string) => void
  sending: boolean
  action: Text
}

export function CodeStep({ description, ...step }: Props) {
  return (
    <div className="grid gap-5">
      {description && <p className="rounded-2xl bg-sunken px-4 py-3 break-words">{description}</p>}
      <SecretStep topic="code" label={t('Transaction code')} length={CODE_LENGTH} {...step}>
        <p className="flex gap-3 rounded-2xl bg-warning-soft px-4 py-3">
          <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
          {t(CODE_NOTICE)}
        </p>
      </SecretStep>
    </div>
  )
}
