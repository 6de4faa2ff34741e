import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight } from 'lucide-react'
import { CATEGORY_NAMES } from '#contract/payments/categories.ts'
import type { OwnTransaction } from '#contract/payments/transactions.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { CategoryMark } from './category-mark.tsx'

/** The category; without one, which way the money went. */
export function TransactionMark({ transaction: { category, method, type } }: { transaction: OwnTransaction }) {
  if (category)
    return (
      <span title={t(CATEGORY_NAMES[category])}>
        <CategoryMark category={category} />
        <span className="sr-only">{t(CATEGORY_NAMES[category])}</span>
      </span>
    )
  const incoming = type === 'Deposit'
  const Icon = method === 'move' ? ArrowLeftRight : incoming ? ArrowDownLeft : ArrowUpRight
  return (
    <span
      className={classNames(
        'grid size-9 shrink-0 place-items-center rounded-full',
        incoming && method !== 'move' ? 'bg-positive-soft text-positive' : 'bg-sunken text-muted',
      )}
    >
      <Icon aria-hidden className="size-4.5" />
    </span>
  )
}
