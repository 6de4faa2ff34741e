import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { CATEGORY_NAMES } from '#contract/payments/categories.ts'
import type { Spending } from '#contract/payments/labels.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { SpendingBar } from '../budgets/spending-bar.tsx'

/** Smaller ones are in the table. */
const SHOWN = 6

type Share = Spending['categories'][number]
export const categoryName = ({ category }: Pick<Share, 'category'>) =>
  category ? t(CATEGORY_NAMES[category]) : t('No category')

type Budget = { category: Share['category']; amount: number }
type Props = { spending: Spending; budgets: readonly Budget[] }

/**
 * A bar for each budget, as long as what is spent of it; then one for each other category, as long as its part of the largest.
 * Each opens the list of its payments.
 */
export function SpendingChart({ spending, budgets }: Props) {
  const spentOn = (category: Share['category']) =>
    spending.categories.find((share) => share.category === category)?.amount ?? 0
  const others = spending.categories.filter(({ category }) => !budgets.some((budget) => budget.category === category))
  const largest = others[0]?.amount ?? 1
  const shown = others.slice(0, SHOWN)
  return (
    <div data-chart="spending" className="grid gap-5">
      {budgets.length > 0 && (
        <ul aria-label={t('Budgets')} className="grid gap-1">
          {budgets.map(({ category, amount }) => (
            <BudgetRow
              key={category}
              month={spending.month}
              category={category}
              spent={spentOn(category)}
              budget={amount}
            />
          ))}
        </ul>
      )}
      {shown.length > 0 && (
        <ul aria-label={t('Spending by category')} className="grid gap-1">
          {shown.map((share) => (
            <Row key={share.category ?? ''} month={spending.month} category={share.category}>
              <HideableAmount amount={share.amount} className="figures font-medium" />
              <SpendingBar share={share.amount / largest} tone={share.category ? 'spent' : 'uncategorized'} />
            </Row>
          ))}
        </ul>
      )}
      {others.length > SHOWN && (
        <p className="text-sm text-muted">{t('and {count} more in the table', { count: others.length - SHOWN })}</p>
      )}
    </div>
  )
}

type BudgetRowProps = { month: string; category: Share['category']; spent: number; budget: number }

const BudgetRow = ({ month, category, spent, budget }: BudgetRowProps) => (
  <Row month={month} category={category}>
    <span className="figures text-muted">
      <Trans
        text="<0/> of <1/>"
        parts={[
          () => <HideableAmount amount={spent} className="font-medium text-ink" />,
          () => <HideableAmount amount={budget} />,
        ]}
      />
    </span>
    <SpendingBar share={spent / budget} tone={spent > budget ? 'over' : 'spent'} />
  </Row>
)

type RowProps = {
  month: string
  category: Share['category']
  children: [amounts: React.JSX.Element, bar: React.JSX.Element]
}

const Row = ({ month, category, children: [amounts, bar] }: RowProps) => (
  <li>
    <Link
      to={paymentsHref(month, category)}
      className="-mx-2 grid min-h-11 gap-1.5 rounded-xl px-2 py-2 hover:bg-ink/3"
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-[0.9375rem]">
        <span className="flex min-w-0 items-center gap-1">
          <span className="min-w-0 truncate">{categoryName({ category })}</span>
          <ChevronRight aria-hidden className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
        </span>
        {amounts}
      </span>
      {bar}
    </Link>
  </li>
)

/** The payments that a figure is made of. */
export function paymentsHref(month: string, category: Share['category']): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const filters = { category: category ?? 'none', type: 'Transfer', status: 'Completed' }
  return `/dashboard/transactions?${new URLSearchParams({ ...filters, from: `${month}-01`, to: `${month}-${lastDay}` })}`
}
