import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { referenceOf } from '#contract/payments/reference.ts'
import type { ScheduledPayment, ScheduledPaymentRun } from '#contract/payments/scheduled-payments.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { CalendarLeaf } from '../../shared/scheduled-payments/calendar-leaf.tsx'
import { runProblem } from '../../shared/scheduled-payments/run-text.ts'
import { dayName } from '../../shared/scheduled-payments/schedule-text.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { scheduledPaymentRunsQuery } from './scheduled-payments-query.ts'

/** What became of each due day, the latest first. */
export function RunsDialog({ payment, onClose }: { payment: ScheduledPayment; onClose: () => void }) {
  const runs = useQuery(scheduledPaymentRunsQuery(payment._id))
  return (
    <Dialog open onClose={onClose} title={t('History of {name}', { name: payment.name })}>
      {runs.isPending && (
        <div role="status" className="grid gap-3">
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
          <span className="sr-only">{t('Loading...')}</span>
        </div>
      )}
      {runs.isError && !runs.data && (
        <LoadFailure text={t('We couldn’t load the history.')} onRetry={runs.refetch} busy={runs.isFetching} />
      )}
      {runs.data?.length === 0 && (
        <p className="text-muted">
          {payment.nextOn
            ? t('Nothing was due yet. The first payment is on {nextOn}.', { nextOn: dayName(payment.nextOn) })
            : t('Nothing was due yet.')}
        </p>
      )}
      {runs.data && runs.data.length > 0 && (
        <ul aria-label={t('Past payments')} className="grid divide-y divide-line">
          {runs.data.map((run) => (
            <Run key={run.dueOn} run={run} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** Staff may still decline what was submitted: its transfer tells. */
const LABELS: Record<ScheduledPaymentRun['status'], TextId> = {
  sent: msg('Submitted'),
  retrying: msg('Trying again'),
  skipped: msg('Not paid'),
}

function Run({ run }: { run: ScheduledPaymentRun }) {
  const problem = runProblem(run)
  return (
    <li className="flex gap-4 py-3.5">
      <CalendarLeaf day={run.dueOn} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">{dayName(run.dueOn)}</span>
          <HideableAmount amount={run.amount} className="figures font-medium" />
        </p>
        <p className={classNames('font-medium', run.status === 'sent' ? 'text-muted' : 'text-warning')}>
          {t(LABELS[run.status])}
        </p>
        {problem && <p className="text-[0.9375rem] text-muted">{problem}</p>}
        {run.transactionId && (
          <Link
            to={`/dashboard/transactions?search=${referenceOf(run.transactionId)}`}
            className="justify-self-start text-[0.9375rem] font-medium text-accent hover:underline"
          >
            <Trans
              text="Show the transfer<0> of {dueOn}</0>"
              parts={[(children) => <span className="sr-only">{children}</span>]}
              values={{ dueOn: dayName(run.dueOn) }}
            />
          </Link>
        )}
      </div>
    </li>
  )
}
