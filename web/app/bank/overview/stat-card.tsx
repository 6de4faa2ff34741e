import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { cardClass } from '../page.tsx'

export function StatCard({ title, dollars }: { title: string; dollars: number }) {
  const month = new Date().toLocaleDateString('en-US', { month: 'long', year: 'numeric' })
  return (
    <section aria-label={title} className={classNames(cardClass, 'grid content-between gap-4 p-5 sm:gap-6 sm:p-6')}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-sm text-muted">{month}</p>
      </div>
      <HideableAmount dollars={dollars} className="display text-2xl sm:text-3xl" />
    </section>
  )
}
