import type { Text } from '#contract/text.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { formatDate } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { cardClass } from '../page.tsx'
import { useCoverage } from './coverage.ts'

export function StatCard({ title, amount }: { title: Text; amount: number }) {
  const month = formatDate(new Date(), { month: 'long', year: 'numeric' })
  const coverage = useCoverage('main')
  return (
    <section aria-label={title} className={classNames(cardClass, 'grid content-between gap-4 p-5 sm:gap-6 sm:p-6')}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-sm text-muted">
          {month}
          {coverage && <span className="sm:before:content-['_·_'] max-sm:block">{coverage}</span>}
        </p>
      </div>
      <HideableAmount amount={amount} className="display text-2xl sm:text-3xl" />
    </section>
  )
}
