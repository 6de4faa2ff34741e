import type { PaymentRun } from '#contract/external-money/payment-runs.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Chip } from '../layout/chip.tsx'

export const RunState = ({ state }: Pick<PaymentRun, 'state'>) =>
  state === 'sent' ? <Chip tone="good">{t('Sent')}</Chip> : <Chip tone="attention">{t('Open||payment run')}</Chip>
