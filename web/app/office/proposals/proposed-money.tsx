import { Link } from 'react-router'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { Amount } from '../../shared/ui/figures/amount.tsx'
import { panelClass } from '../layout/office-page.tsx'
import { formatAgo } from '../parts/age.ts'

/** What staff proposed about money; each opens its transaction, where it is confirmed or declined. */
export function ProposedMoney({ transactions }: { transactions: readonly AdminTransaction[] }) {
  return (
    <ul aria-label={t('Proposed money')} className={classNames(panelClass, 'divide-y divide-line overflow-hidden')}>
      {transactions.map((transaction) => (
        <li key={transaction._id}>
          <MoneyRow transaction={transaction} />
        </li>
      ))}
    </ul>
  )
}

export function moneyTitle({ method, type, reverses, returns, user: { fullName: name } }: AdminTransaction): Text {
  if (returns) return t('Return a transfer of {name}', { name })
  if (reverses) return t('Reverse a transaction of {name}', { name })
  if (method === 'adjustment') return t(type === 'Deposit' ? msg('Fund {name}') : msg('Debit {name}'), { name })
  return t(type === 'Deposit' ? msg('Approve a deposit of {name}') : msg('Approve a transfer of {name}'), { name })
}

function MoneyRow({ transaction }: { transaction: AdminTransaction }) {
  const { _id, amount, proposedBy, proposedAt } = transaction
  const name = proposedBy?.fullName ?? ''
  return (
    <Link
      to={`/dashboard/all-transactions?transaction=${_id}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-3 hover:bg-ink/3 focus-visible:-outline-offset-2"
    >
      <span className="font-medium wrap-anywhere">{moneyTitle(transaction)}</span>
      <Amount amount={amount} signed className="font-semibold" />
      <span className="figures text-sm text-muted">
        {proposedAt
          ? t('Proposed by {name}, {date}', { name, date: formatAgo(proposedAt) })
          : t('Proposed by {fullName}', { fullName: name })}
      </span>
      <span className="text-end text-sm font-semibold text-accent">{t('Review')}</span>
    </Link>
  )
}
