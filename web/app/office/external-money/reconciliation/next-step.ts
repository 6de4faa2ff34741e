import type { ReconciliationKind } from '#contract/external-money/reconciliation-kinds.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OUTSIDE } from '../layout/external-money-pages.ts'

const lines = (state: string, accountId: string | undefined) =>
  `${OUTSIDE.lines.to}?${new URLSearchParams({ state, ...(accountId ? { account: accountId } : {}) })}`

/** Where staff settle the items of a kind; null for those that only wait for the outside bank. */
export function nextStep(kind: ReconciliationKind, accountId?: string): { name: string; to: string } | null {
  switch (kind) {
    case 'line_matched':
      return { name: t('Book these lines'), to: lines('matched', accountId) }
    case 'line_suggested':
      return { name: t('Decide on these lines'), to: lines('suggested', accountId) }
    case 'suspense_line':
      return { name: t('Assign these lines'), to: lines('unmatched', accountId) }
    case 'statement_gap':
      return { name: t('Import the missing statement'), to: OUTSIDE.statements.to }
    case 'transfer_not_sent':
      return { name: t('Go to payment runs'), to: OUTSIDE.runs.to }
    default:
      return null
  }
}
