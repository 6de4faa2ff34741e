import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { cardClass } from '../page.tsx'
import { recentTransactions } from './transaction-queries.ts'
import { TransactionTable } from './transaction-table.tsx'

/**
 * The negative margin aligns the text with the amounts below it, despite the touch padding.
 * Spaces stay: German has hidden words in the middle.
 */
export const seeAllClass =
  '-me-2 inline-flex min-h-11 shrink-0 items-center whitespace-pre rounded-full px-2 text-[0.9375rem] font-semibold text-accent hover:underline'

const TEXTS = {
  Deposit: { title: msg('Deposits'), seeAll: msg('See all<0> deposits</0>') },
  Transfer: { title: msg('Transfers'), seeAll: msg('See all<0> transfers</0>') },
}

/** The latest transactions of one type, beside the form that creates them. */
export function RecentTransactionsCard({ type, empty }: { type: keyof typeof TEXTS; empty: Text }) {
  const transactions = useQuery(recentTransactions(type))
  const title = t(TEXTS[type].title)
  return (
    <section aria-label={title} className={classNames(cardClass, 'lay-out-when-near overflow-hidden')}>
      <div className="flex items-center justify-between gap-3 px-5 pt-4 pb-1 sm:px-6">
        <h2 className="text-lg font-semibold">{title}</h2>
        <Link to={`/dashboard/transactions?type=${type}`} className={seeAllClass}>
          <Trans text={TEXTS[type].seeAll} parts={[(children) => <span className="sr-only">{children}</span>]} />
        </Link>
      </div>
      <TransactionTable label={title} query={transactions} empty={<p className="max-w-xs text-muted">{empty}</p>} />
    </section>
  )
}
