import type { RunState as State } from '#contract/external-money/payment-file-formats.ts'
import type { PaymentRun } from '#contract/external-money/payment-runs.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Chip, type Tone } from '../layout/chip.tsx'

const STATES: Record<State, { name: TextId; tone: Tone }> = {
  open: { name: msg('Open||payment run'), tone: 'attention' },
  sent: { name: msg('Sent'), tone: 'good' },
  cancelled: { name: msg('Cancelled||payment run'), tone: 'calm' },
}

export const RunState = ({ state }: Pick<PaymentRun, 'state'>) => (
  <Chip tone={STATES[state].tone}>{t(STATES[state].name)}</Chip>
)
