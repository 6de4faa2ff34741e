import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Trans } from '../../shared/i18n/trans.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { cardClass } from '../page.tsx'
import { recentTransactions } from './transaction-queries.ts'
import { TransactionTable } from './transaction-table.tsx'

/** The negative margin aligns the text with the amounts below it, despite the touch padding. */
export const seeAllClass =
  '-me-2 inline-flex min-h-11 shrink-0 items-center rounded-full px-2 text-[0.9375rem] font-semibold text-accent hover:underline'

/** The latest transactions of one type, beside the form that creates them. */
export function RecentTransactionsCard({ type, empty }: { type: 'Deposit' | 'Transfer'; empty: string }) {
  const transactions = useQuery(recentTransactions(type))
  const title = `${type}s`
  return (
    <section aria-label={title} className={classNames(cardClass, 'overflow-hidden')}>
      <div className="flex items-center justify-between gap-3 px-5 pt-4 pb-1 sm:px-6">
        <h2 className="text-lg font-semibold">{title}</h2>
        <Link to={`/dashboard/transactions?type=${type}`} className={seeAllClass}>
          <Trans
            text="See all<0> {title}</0>"
            parts={[(children) => <span className="sr-only">{children}</span>]}
            values={{ title: title.toLowerCase() }}
          />
        </Link>
      </div>
      <TransactionTable
        label={title}
        query={transactions}
        narrow
        empty={<p className="max-w-xs text-muted">{empty}</p>}
      />
    </section>
  )
}
