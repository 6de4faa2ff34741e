import { useProfile } from '../use-profile.ts'
import { BalanceCard } from './balance-card.tsx'
import { PendingNotice } from './pending-notice.tsx'
import { StatCard } from './stat-card.tsx'
import { useAmountsHidden } from './use-amounts-hidden.ts'

export default function OverviewPage() {
  const { user, stats } = useProfile()
  const amounts = useAmountsHidden()
  return (
    <div className="grid gap-6">
      <h1 className="display text-[clamp(1.9rem,4vw,2.6rem)]">Welcome, {user.fullName}</h1>
      {user.status === 'Pending' && <PendingNotice />}
      <div className="grid gap-5 xl:grid-cols-[1.7fr_1fr]">
        <BalanceCard user={user} increase={stats.increasePercentage.deposits} {...amounts} />
        <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-1">
          <StatCard title="Monthly Spent" dollars={stats.currentMonth.transfers} hidden={amounts.hidden} />
          <StatCard title="Monthly Income" dollars={stats.currentMonth.deposits} hidden={amounts.hidden} />
        </div>
      </div>
    </div>
  )
}
