import type { TransactionCard } from '#contract/ledger/transaction.ts'
import { t } from '../../i18n/i18n.ts'
import { STATUS_NAMES } from '../../transaction-names.ts'
import { classNames } from '../class-names.ts'

/** Green when Completed, amber otherwise. The dot's shape repeats the color for color-blind users. */
export function StatusBadge({ status }: Pick<TransactionCard, 'status'>) {
  const completed = status === 'Completed'
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem] font-medium',
        completed ? 'bg-positive-soft text-positive' : 'bg-warning-soft text-warning',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames('size-1.5 bg-current', completed ? 'rounded-full' : 'rotate-45 rounded-[1px]')}
      />
      {t(STATUS_NAMES[status])}
    </span>
  )
}
