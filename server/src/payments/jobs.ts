import type { Deps } from '../http/deps.ts'
import { runSavingsRules } from '../ledger/run-savings-rules.ts'
import { EVERY_SECOND } from '../platform/jobs/intervals.ts'
import type { Job, JobLog } from '../platform/jobs/run-jobs.ts'
import { createBudgetCheck } from './budgets/check-budgets.ts'
import { runDueScheduledPayments } from './scheduled-payments/run-scheduled-payments.ts'

type PaymentJobDeps = Pick<Deps, 'sql' | 'now' | 'ledger'> & { log: JobLog }

export const paymentJobs = (deps: PaymentJobDeps): Job[] => [
  // At the beginning of a day, and at once for one that is scheduled for today.
  { name: 'run scheduled payments', ...EVERY_SECOND, run: (signal) => runAndLog(deps, signal) },
  { name: 'check budgets', ...EVERY_SECOND, run: createBudgetCheck({ sql: deps.sql, zone: deps.ledger.zone }) },
  // It moves after the end of a day, and at once for a monthly amount that is due today.
  { name: 'run savings rules', ...EVERY_SECOND, run: (signal) => saveAndLog(deps, signal) },
]

async function runAndLog(deps: PaymentJobDeps, signal: AbortSignal): Promise<void> {
  const sent = await runDueScheduledPayments(deps, signal)
  if (sent > 0) deps.log.info({ sent }, 'scheduled payments made')
}

async function saveAndLog({ sql, ledger, now, log }: PaymentJobDeps, signal: AbortSignal): Promise<void> {
  const moved = await runSavingsRules(sql, ledger, now(), signal)
  if (moved > 0) log.info({ moved }, 'savings moved')
}
