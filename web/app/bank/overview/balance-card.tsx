import { Eye, EyeOff, TrendingDown, TrendingUp } from 'lucide-react'
import { formatDollars } from '#contract/money.ts'
import type { User } from '#contract/people.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { HideableAmount } from './hideable-amount.tsx'

type Props = { user: User; increase: number; hidden: boolean; toggle: () => void }

export function BalanceCard({ user, increase, hidden, toggle }: Props) {
  const today = new Date().toLocaleDateString('en-US', { dateStyle: 'long' })
  const Eyes = hidden ? EyeOff : Eye
  return (
    <section
      aria-labelledby="balance"
      className="grid gap-6 rounded-card border border-line bg-surface p-6 shadow-card sm:p-8"
    >
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 id="balance" className="text-lg font-semibold">
            My Balance
          </h2>
          <p className="text-muted">{today}</p>
        </div>
        <button
          type="button"
          aria-pressed={hidden}
          onClick={toggle}
          className="grid size-11 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink"
        >
          <Eyes aria-hidden className="size-5.5" strokeWidth={1.8} />
          <span className="sr-only">Hide amounts</span>
        </button>
      </div>
      <div className="grid gap-2">
        <HideableAmount
          dollars={user.balance}
          hidden={hidden}
          className="display text-[clamp(2.6rem,8vw,4.25rem)] break-all"
        />
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.9375rem] text-muted">
          <Increase percentage={increase} />
          {user.held > 0 && !hidden && <span className="figures">{formatDollars(user.held)} on hold</span>}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-muted">Account number</span>
          <span className="figures font-medium">{user.accountNumber}</span>
          <CopyButton text={user.accountNumber} />
        </div>
        <ButtonLink to="/dashboard/transfer">Transfer</ButtonLink>
      </div>
    </section>
  )
}

function Increase({ percentage }: { percentage: number }) {
  const Icon = percentage < 0 ? TrendingDown : TrendingUp
  return (
    <span className="flex items-center gap-1.5">
      <Icon aria-hidden className={percentage < 0 ? 'size-4.5 text-warning' : 'size-4.5 text-positive'} />
      <span className="figures font-medium text-ink">{`${percentage > 0 ? '+' : ''}${percentage}%`}</span>
      deposits against last month
    </span>
  )
}
