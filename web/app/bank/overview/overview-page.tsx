import { useQuery } from '@tanstack/react-query'
import { Link, useOutletContext } from 'react-router'
import { readToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { InTurn } from '../../shared/ui/loading/in-turn.tsx'
import { accountsQuery } from '../accounts/accounts-query.ts'
import { SavingsCard } from '../accounts/savings-card.tsx'
import { cardClass, Page } from '../page.tsx'
import { scheduledPaymentsQuery } from '../scheduled-payments/scheduled-payments-query.ts'
import { StandingNotice } from '../standing-notice.tsx'
import { seeAllClass } from '../transactions/recent-transactions-card.tsx'
import { recentTransactions } from '../transactions/transaction-queries.ts'
import { TransactionTable } from '../transactions/transaction-table.tsx'
import { useProfile } from '../use-profile.ts'
import { BalanceCard } from './balance-card.tsx'
import { Checklist } from './checklist.tsx'
import { ComingCard } from './coming-card.tsx'
import { MonthsCard } from './months-card.tsx'
import { monthlySums } from './months-query.ts'
import { SpendingCard } from './spending-card.tsx'
import { spendingQuery } from './spending-query.ts'
import { StatCard } from './stat-card.tsx'

/** Starts these requests in parallel with the layout's profile request. */
export function clientLoader() {
  if (!readToken()) return null
  void queryClient.prefetchQuery(recentTransactions())
  void queryClient.prefetchQuery(accountsQuery)
  void queryClient.prefetchQuery(scheduledPaymentsQuery)
  void queryClient.prefetchQuery(monthlySums)
  void queryClient.prefetchQuery(spendingQuery())
  return null
}

/** What an administrator finds above their own money; their route hands it in. */
type OverviewContext = { adminHome?: Content }

export default function OverviewPage() {
  const { user, stats } = useProfile()
  const { adminHome } = useOutletContext<OverviewContext>()
  const title = t('Welcome, {fullName}', { fullName: user.fullName })
  // Staff without an account have nothing else here.
  if (user.accountNumber === '')
    return (
      <Page title={title}>
        <StandingNotice status={user.status} />
        {adminHome}
      </Page>
    )
  return (
    <Page title={title}>
      <InTurn first={2}>
        <StandingNotice status={user.status} />
        {adminHome}
        {adminHome && <h2 className="display mt-4 border-t border-line pt-6 text-2xl">{t('My own account')}</h2>}
        <Checklist user={user} />
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[1.7fr_1fr]">
          <div className="grid grid-cols-1 gap-5">
            <InTurn first={1}>
              <BalanceCard user={user} stats={stats} />
              <RecentTransactions closed={user.status === 'Closed'} />
            </InTurn>
          </div>
          <div className="grid grid-cols-1 gap-5">
            <InTurn first={0}>
              <ComingCard user={user} />
              <SavingsCard user={user} />
              {/* Side by side where both amounts fit, otherwise below each other. */}
              <div className="flex flex-wrap gap-3 *:flex-1 *:basis-36 sm:gap-5">
                <StatCard title={t('Monthly Spent')} amount={stats.currentMonth.transfers} />
                <StatCard title={t('Monthly Income')} amount={stats.currentMonth.deposits} />
              </div>
              <SpendingCard />
            </InTurn>
          </div>
        </div>
        <MonthsCard />
      </InTurn>
    </Page>
  )
}

function RecentTransactions({ closed }: { closed: boolean }) {
  const transactions = useQuery(recentTransactions())
  return (
    <section aria-labelledby="recent" className={classNames(cardClass, 'lay-out-when-near overflow-hidden')}>
      <div className="flex items-center justify-between gap-3 px-5 pt-4 pb-1 sm:px-6">
        <h2 id="recent" className="text-lg font-semibold">
          {t('Recent Transactions')}
        </h2>
        <Link to="/dashboard/transactions" className={seeAllClass}>
          <Trans
            text="See all<0> transactions</0>"
            parts={[(children) => <span className="sr-only">{children}</span>]}
          />
        </Link>
      </div>
      <TransactionTable
        label={t('Recent Transactions')}
        query={transactions}
        empty={closed ? <p className="text-muted">{t('No transactions.')}</p> : <FirstSteps />}
      />
    </section>
  )
}

const FirstSteps = () => (
  <>
    <p className="max-w-sm text-muted">
      {t('Your deposits and transfers will appear here. Add money to get started.')}
    </p>
    <ButtonLink to="/dashboard/deposit">{t('Add money')}</ButtonLink>
  </>
)
