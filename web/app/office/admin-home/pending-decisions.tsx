import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { TYPE_NAMES } from '../../shared/transaction-names.ts'
import { formatAge } from '../parts/age.ts'
import { pendingQuery } from '../transactions/list/transactions-query.ts'
import { AdminHomeCard, AdminHomeList, Age, adminHomeRowClass } from './admin-home-card.tsx'

/** The five oldest pending transactions; each row opens its decision panel. */
export function PendingDecisions() {
  const query = useInfiniteQuery(pendingQuery())
  const pending = query.data?.pages.flatMap(({ items }) => items)
  return (
    <AdminHomeCard
      title={t('Waiting for a decision')}
      to="/dashboard/all-transactions"
      linkText={t('All transactions')}
    >
      <AdminHomeList
        items={pending}
        queries={[query]}
        usual={5}
        failedText={t('Failed to load transactions.')}
        emptyText={t('Nothing is waiting. New deposits and transfers appear here automatically.')}
        keyOf={({ _id }) => _id}
        row={(transaction) => <PendingRow transaction={transaction} />}
      />
    </AdminHomeCard>
  )
}

function PendingRow({ transaction }: { transaction: AdminTransaction }) {
  const { _id, user, type, amount, submittedAt, duplicateReceipt, proposedBy } = transaction
  const flag = proposedBy
    ? t('Proposed by {fullName}', { fullName: proposedBy.fullName })
    : duplicateReceipt
      ? t('Duplicate receipt')
      : null
  return (
    <Link to={`/dashboard/all-transactions?transaction=${_id}`} className={adminHomeRowClass}>
      <span className="font-medium wrap-break-word sm:truncate">{user.fullName}</span>
      <HideableAmount amount={amount} signed className="text-end font-semibold" />
      <span className="flex min-w-0 flex-wrap gap-x-3 text-sm text-muted">
        {t(TYPE_NAMES[type])}
        {flag && <span className="font-medium text-warning">{flag}</span>}
      </span>
      <Age since={submittedAt}>{t('waiting {age}', { age: formatAge(submittedAt) })}</Age>
    </Link>
  )
}
