import type { AdminTransaction } from '#contract/transactions.ts'
import { RISK_TEXTS } from './risk-flags.tsx'

/** What staff should look at before they decide, in words. */
export function warningsOf({ duplicateReceipt, proposedBy, status, flags }: AdminTransaction): string[] {
  return [
    ...flags.map((flag) => RISK_TEXTS[flag].label),
    duplicateReceipt ? 'Duplicate receipt' : '',
    proposedBy && status === 'Pending' ? `Proposed by ${proposedBy.fullName}` : '',
  ].filter(Boolean)
}
