import type { AdminTransaction } from '#contract/transactions.ts'

/** What staff should look at before they decide, in words. */
export function warningsOf({ duplicateReceipt, proposedBy, status }: AdminTransaction): string[] {
  return [
    duplicateReceipt ? 'Duplicate receipt' : '',
    proposedBy && status === 'Pending' ? `Proposed by ${proposedBy.fullName}` : '',
  ].filter(Boolean)
}
