import { CATEGORY_NAMES } from '#contract/payments/categories.ts'
import type { Spending } from '#contract/payments/labels.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t } from '../../shared/i18n/i18n.ts'

/** Smaller ones are in the table. */
const SHOWN = 6
const BAR_PX = 8

type Share = Spending['categories'][number]
export const categoryName = ({ category }: Pick<Share, 'category'>) =>
  category ? t(CATEGORY_NAMES[category]) : t('No category')

/** One bar per category, as long as its part of the largest. */
export function SpendingChart({ categories }: { categories: readonly Share[] }) {
  const largest = categories[0]?.amount ?? 1
  return (
    <div aria-hidden="true" data-chart="spending" className="grid gap-3.5">
      {categories.slice(0, SHOWN).map((share) => (
        <div key={share.category ?? ''} className="grid gap-1.5">
          <div className="flex items-baseline justify-between gap-3 text-[0.9375rem]">
            <span className="min-w-0 truncate">{categoryName(share)}</span>
            <HideableAmount amount={share.amount} className="figures font-medium" />
          </div>
          <svg aria-hidden="true" width="100%" height={BAR_PX} className="block rtl:-scale-x-100">
            <rect width="100%" height={BAR_PX} rx={BAR_PX / 2} className="fill-ink/6" />
            <rect
              width={`${Math.max(2, (share.amount / largest) * 100)}%`}
              height={BAR_PX}
              rx={BAR_PX / 2}
              className={share.category ? 'fill-clay' : 'fill-muted/60'}
            />
          </svg>
        </div>
      ))}
      {categories.length > SHOWN && (
        <p className="text-sm text-muted">{t('and {count} more in the table', { count: categories.length - SHOWN })}</p>
      )}
    </div>
  )
}
