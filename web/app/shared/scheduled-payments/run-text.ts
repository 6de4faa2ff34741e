import { END_REASONS, RUN_REASONS } from '#contract/payments/scheduled-payment-reasons.ts'
import type { Order, OrderRun } from '#contract/payments/scheduled-payments.ts'
import { t } from '../i18n/i18n.ts'
import { dayName } from './schedule-text.ts'

const reasonOf = ({ reason }: OrderRun) => (reason ? t(RUN_REASONS[reason]) : '')

/** Why a due day was not paid, and what happens next; undefined once it was. */
export function runProblem(run: OrderRun, today?: string): string | undefined {
  if (run.status === 'sent') return undefined
  const next = run.nextTryOn
    ? t('We’ll try again on {nextTryOn}.', { nextTryOn: dayName(run.nextTryOn, today) })
    : run.tries > 1
      ? t('We tried {tries} times and skipped this payment.', { tries: run.tries })
      : t('We skipped this payment.')
  return [reasonOf(run), next].filter(Boolean).join(' ')
}

/** Why the latest due day was not paid; also of an order that has ended, because its last payment may be missing. */
export function orderProblem({ lastRun }: Pick<Order, 'lastRun'>, today?: string) {
  const problem = lastRun && runProblem(lastRun, today)
  return problem
    ? t('The payment of {dueOn} was not made. {problem}', { dueOn: dayName(lastRun.dueOn, today), problem })
    : undefined
}

export const endText = ({ endReason }: Pick<Order, 'endReason'>) => (endReason ? t(END_REASONS[endReason]) : '')
