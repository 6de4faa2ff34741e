import { useQuery } from '@tanstack/react-query'
import type { SavingsRuleName, SavingsSkip } from '#contract/payments/savings-rule-names.ts'
import type { SavingsRun } from '#contract/payments/savings-rules.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { dayName } from '../../shared/scheduled-payments/schedule-text.ts'
import { savingsRunsQuery } from './rules-query.ts'

const RULES: Record<SavingsRuleName, TextId> = { roundUp: msg('Round-ups'), every: msg('Monthly amount') }
const SKIPS: Record<SavingsSkip, TextId> = {
  insufficient_balance: msg('Skipped: not enough money'),
  balance_limit: msg('Skipped: this account is full'),
  account_pending: msg('Skipped: your account was not active'),
  account_frozen: msg('Skipped: your account was frozen'),
  account_closed: msg('Skipped: an account was closed'),
}

/** What was moved, the latest first. Nothing while it loads, or before the first time. */
export function SavingsRuns({ accountId }: { accountId: string }) {
  const { data: runs = [] } = useQuery(savingsRunsQuery(accountId))
  if (runs.length === 0) return null
  return (
    <section aria-labelledby="savings-runs">
      <h3 id="savings-runs" className="font-semibold">
        {t('Saved automatically')}
      </h3>
      <ul className="grid divide-y divide-line">
        {runs.map((run) => (
          <Run key={`${run.rule} ${run.day}`} run={run} />
        ))}
      </ul>
    </section>
  )
}

const Run = ({ run }: { run: SavingsRun }) => (
  <li className="grid gap-0.5 py-3">
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="font-medium">{dayName(run.day)}</span>
      {run.status === 'moved' && <HideableAmount amount={run.amount} className="figures ms-auto font-medium" />}
    </p>
    <p className="text-[0.9375rem] text-muted">{t(RULES[run.rule])}</p>
    {run.reason && <p className="text-[0.9375rem] text-warning">{t(SKIPS[run.reason])}</p>}
  </li>
)
