import type { Transaction } from '#contract/payments/transactions.ts'
import { CANCELLED_TEXT, SECURED_TEXT } from '#contract/texts.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { StatusBadge } from '../../shared/ui/feedback/status-badge.tsx'

type Decision = Pick<Transaction, 'status' | 'reason'>

/** Taken back by its owner or for them. The bank declined nothing. */
export const isCancelled = ({ status, reason }: Decision) =>
  status === 'Declined' && (reason === CANCELLED_TEXT || reason === SECURED_TEXT)

/** What the status itself does not say. */
export const shownReason = ({ status, reason }: Decision) =>
  status === 'Declined' && reason === CANCELLED_TEXT ? '' : reason

export function TransactionStatus({ transaction }: { transaction: Decision }) {
  if (!isCancelled(transaction)) return <StatusBadge status={transaction.status} />
  return (
    <span className="inline-flex items-center rounded-full bg-sunken px-2.5 py-0.5 text-[0.8125rem] font-medium text-muted">
      {t('Cancelled')}
    </span>
  )
}
