import { END_REASONS, RUN_REASONS } from '#contract/payments/scheduled-payment-reasons.ts'
import type { ScheduledPayment, ScheduledPaymentRun } from '#contract/payments/scheduled-payments.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { t } from '../i18n/i18n.ts'
import { dayName } from './schedule-text.ts'

const reasonOf = ({ reason }: ScheduledPaymentRun) => (reason ? t(RUN_REASONS[reason]) : '')

/** Why a due day was not paid, and what happens next; undefined once it was. */
export function runProblem(run: ScheduledPaymentRun, today?: string): Text | undefined {
  if (run.status === 'sent') return undefined
  const next = run.nextTryOn
    ? t('We’ll try again on {nextTryOn}.', { nextTryOn: dayName(run.nextTryOn, today) })
    : run.tries > 1
      ? t('We tried {tries} times and skipped this payment.', { tries: run.tries })
      : t('We skipped this payment.')
  return joinTexts(' ', reasonOf(run), next)
}

/** Why the latest due day was not paid; also after the end, because the last payment may be missing. */
export function scheduledPaymentProblem({ lastRun }: Pick<ScheduledPayment, 'lastRun'>, today?: string) {
  const problem = lastRun && runProblem(lastRun, today)
  return problem
    ? t('The payment of {dueOn} was not made. {problem}', { dueOn: dayName(lastRun.dueOn, today), problem })
    : undefined
}

export const endText = ({ endReason }: Pick<ScheduledPayment, 'endReason'>) =>
  endReason ? t(END_REASONS[endReason]) : ''
