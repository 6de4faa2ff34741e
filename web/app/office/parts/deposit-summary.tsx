import { Link } from 'react-router'
import type { UnclearedDeposit } from '#contract/external-money/bank-statements.ts'
import { StatusBadge } from '../../shared/ui/feedback/status-badge.tsx'
import { Amount } from '../../shared/ui/figures/amount.tsx'
import { formatAgo } from './age.ts'

/** A deposit that may be the same money as something else, with a link to it. */
export const DepositSummary = ({
  deposit: { transactionId, reference, amount, status, submittedAt },
}: {
  deposit: UnclearedDeposit
}) => (
  <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1">
    <Link
      to={`/dashboard/all-transactions?transaction=${transactionId}`}
      className="font-medium text-accent underline-offset-4 hover:underline"
    >
      {reference}
    </Link>
    <Amount amount={amount} />
    <StatusBadge status={status} />
    <span className="text-sm text-muted">{formatAgo(submittedAt)}</span>
  </p>
)
