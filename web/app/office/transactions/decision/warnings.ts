import type { AdminTransaction } from '#contract/payments/transactions.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { RISK_TEXTS } from './risk-flags.tsx'

/** What staff should look at before they decide, in words. */
export function warningsOf({ duplicateReceipt, proposedBy, status, flags }: AdminTransaction): Text[] {
  return [
    ...flags.map((flag) => t(RISK_TEXTS[flag].label)),
    ...(duplicateReceipt ? [t('Duplicate receipt')] : []),
    ...(proposedBy && status === 'Pending' ? [t('Proposed by {fullName}', { fullName: proposedBy.fullName })] : []),
  ]
}
