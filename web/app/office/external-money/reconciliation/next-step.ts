import type { ReconciliationKind } from '#contract/external-money/reconciliation-kinds.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { EXTERNAL_MONEY } from '../layout/external-money-pages.ts'

const entriesPath = (state: string, accountId: string | undefined) =>
  `${EXTERNAL_MONEY.entries.to}?${new URLSearchParams({ state, ...(accountId ? { account: accountId } : {}) })}`

/** Where staff settle the items of a kind; null for those that only wait for the external bank. */
export function nextStep(kind: ReconciliationKind, accountId?: string): { name: Text; to: string } | null {
  switch (kind) {
    case 'line_matched':
      return { name: t('Book these lines'), to: entriesPath('matched', accountId) }
    case 'line_suggested':
      return { name: t('Decide on these lines'), to: entriesPath('suggested', accountId) }
    case 'suspense_line':
      return { name: t('Assign these lines'), to: entriesPath('unmatched', accountId) }
    case 'statement_gap':
      return { name: t('Import the missing statement'), to: EXTERNAL_MONEY.statements.to }
    case 'transfer_not_sent':
      return { name: t('Go to payment runs'), to: EXTERNAL_MONEY.runs.to }
    default:
      return null
  }
}
