import { dayOf } from '#contract/bank-day.ts'
import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import { addDays, dueAfter } from '#contract/payments/scheduled-payment-calendar.ts'
import {
  type EndReason,
  MAX_TRIES,
  RETRIED_REASONS,
  RUN_REASONS,
  type RunReason,
} from '#contract/payments/scheduled-payment-reasons.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { refusedDecision } from '../core/decision.ts'
import {
  endScheduledPayment,
  isPlanned,
  runKey,
  type ScheduledPayment,
  type ScheduledPaymentRun,
  stopRun,
} from '../scheduled-payment.ts'
import { scheduledPaymentNotification } from '../scheduled-payment-notification.ts'
import { payScheduledPayment } from '../transfers/decide-transfer.ts'
import type { Decision, Effect, ScheduledPaymentRunCommand, State } from '../types.ts'

/** Reasons that never pass: the scheduled payment ends. */
const FINAL: Partial<Record<RunReason, EndReason>> = {
  account_closed: 'account_closed',
  receiver_closed: 'receiver_closed',
  unknown_account: 'unknown_account',
  same_account: 'same_account',
}

/**
 * One try of one due day of a scheduled payment. The transfer, the row of the run and the next due day are effects of one
 * command and so one database transaction: a server that dies has done all of it or nothing, and another server finds nothing
 * left to do.
 */
export function decideRun(state: State, command: ScheduledPaymentRunCommand): Decision {
  const { scheduledPaymentId, dueOn, at, actor } = command
  if (actor.kind !== 'system') return refusedDecision('forbidden')
  const scheduled = state.scheduledPayments.get(scheduledPaymentId)
  if (scheduled?.personId !== actor.personId || !isLockedFor(scheduled, command)) return refusedDecision('not_found')
  const run = state.scheduledPaymentRuns.get(runKey(command))
  const today = dayOf(at, state.zone)
  if (scheduled.status !== 'active' || !isDue(scheduled, run, dueOn, today)) return refusedDecision('already_decided')

  const { amountCents, counterparty, message, accountId } = scheduled
  const { outcome, effects } = payScheduledPayment(
    state,
    { ...command, amountCents, counterparty, message, accountId },
    scheduled,
  )
  const tried = { scheduledPaymentId, dueOn, tries: (run?.tries ?? 0) + 1, amountCents, triedAt: at }
  const next: ScheduledPayment = run ? scheduled : { ...scheduled, nextOn: dueAfter(scheduled.schedule, dueOn) }
  if (outcome.ok) {
    const transactionId = outcome.transaction.id
    const sent: ScheduledPaymentRun = { ...tried, status: 'sent', tryOn: null, reason: null, transactionId }
    return {
      outcome,
      effects: [
        ...(isPlanned(scheduled, at, state.zone) ? effects.map(asPlanned) : effects),
        ...settle(state, next, sent, at),
      ],
    }
  }
  const failed = failedRun({ ...tried, tryOn: addDays(today, 1), reason: reasonOf(outcome.code), transactionId: null })
  return refusedDecision(outcome.code, [...effects, ...settleFailed(state, next, failed, at)])
}

/** What was planned before is not counted among what the owner submits now. */
const asPlanned = (effect: Effect): Effect => (effect.kind === 'open' ? { ...effect, isPlanned: true } : effect)

/** The accounts were locked for what the job read; a scheduled payment never changes it. */
const isLockedFor = (scheduled: ScheduledPayment, { accountId, counterparty }: ScheduledPaymentRunCommand) =>
  scheduled.accountId === accountId && scheduled.counterparty.accountNumber === counterparty.accountNumber

/** A first try is of the next due day; a further one of a run that waits for it. Both only once their day has begun. */
const isDue = (
  scheduled: ScheduledPayment,
  run: ScheduledPaymentRun | undefined,
  dueOn: string,
  today: string,
): boolean => (run ? run.tryOn !== null && run.tryOn <= today : scheduled.nextOn === dueOn && dueOn <= today)

function reasonOf(code: RefusalCode): RunReason {
  if (code in RUN_REASONS) return code as RunReason
  throw new Error(`A scheduled payment was refused: ${code}`)
}

const failedRun = (run: Omit<ScheduledPaymentRun, 'status'> & { reason: RunReason }) =>
  RETRIED_REASONS.some((reason) => reason === run.reason) && run.tries < MAX_TRIES
    ? { ...run, status: 'retrying' as const }
    : { ...run, status: 'skipped' as const, tryOn: null }

function settleFailed(
  state: State,
  scheduled: ScheduledPayment,
  run: ScheduledPaymentRun & { reason: RunReason },
  at: Date,
): Effect[] {
  const endReason = FINAL[run.reason]
  if (endReason) return [{ kind: 'record_run', run }, ...endEffects(state, scheduled, endReason, at, run.dueOn)]
  const kind = run.status === 'retrying' ? 'order.run_failed' : 'order.run_skipped'
  const { dueOn, tries, tryOn, reason } = run
  return [...settle(state, scheduled, run, at), notifyOwner(scheduled, kind, at, { dueOn, tries, tryOn, reason })]
}

/** The scheduled payment has ended once nothing is due any more and no run is tried again. */
function settle(state: State, scheduled: ScheduledPayment, run: ScheduledPaymentRun, at: Date): Effect[] {
  const waits = run.status === 'retrying' || retryingRuns(state, scheduled.id, run.dueOn).length > 0
  const isFinished = scheduled.nextOn === null && !waits
  return [
    { kind: 'record_run', run },
    {
      kind: 'change_scheduled_payment',
      scheduledPayment: isFinished ? endScheduledPayment(scheduled, 'finished', at) : scheduled,
    },
  ]
}

const retryingRuns = (state: State, scheduledPaymentId: string, exceptDueOn?: string): ScheduledPaymentRun[] =>
  [...state.scheduledPaymentRuns.values()].filter(
    (run) => run.scheduledPaymentId === scheduledPaymentId && run.tryOn !== null && run.dueOn !== exceptDueOn,
  )

function endEffects(
  state: State,
  scheduled: ScheduledPayment,
  endReason: EndReason,
  at: Date,
  dueOn: string,
): Effect[] {
  return [
    ...retryingRuns(state, scheduled.id, dueOn).map((run): Effect => ({ kind: 'record_run', run: stopRun(run) })),
    { kind: 'change_scheduled_payment', scheduledPayment: endScheduledPayment(scheduled, endReason, at) },
    notifyOwner(scheduled, 'order.ended', at, { reason: endReason }),
  ]
}

const notifyOwner = (scheduled: ScheduledPayment, kind: NotificationKind, at: Date, details: object): Effect => ({
  kind: 'notify',
  notification: scheduledPaymentNotification(scheduled, kind, at, details),
})
