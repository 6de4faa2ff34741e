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
import { refuse } from '../core/decision.ts'
import { endOrder, isPlanned, type Order, type OrderRun, runKey, stopRun } from '../scheduled-payment.ts'
import { orderNotification } from '../scheduled-payment-notification.ts'
import { payOrder } from '../transfers/decide-transfer.ts'
import type { Decision, Effect, RunOrder, State } from '../types.ts'

/** These never pass: the order ends. */
const FINAL: Partial<Record<RunReason, EndReason>> = {
  account_closed: 'account_closed',
  receiver_closed: 'receiver_closed',
  same_account: 'same_account',
}

/**
 * One try of one due day of an order. The transfer, the row of the run and the next due day are effects of one command and so
 * one database transaction: a server that dies has done all of it or nothing, and another server finds nothing left to do.
 */
export function decideRun(state: State, command: RunOrder): Decision {
  const { orderId, dueOn, at, actor } = command
  if (actor.kind !== 'system') return refuse('forbidden')
  const order = state.orders.get(orderId)
  if (order?.personId !== actor.personId || !isLockedFor(order, command)) return refuse('not_found')
  const run = state.orderRuns.get(runKey(command))
  const today = dayOf(at, state.zone)
  if (order.status !== 'active' || !isDue(order, run, dueOn, today)) return refuse('already_decided')

  const { amountCents, counterparty, message, accountId } = order
  const { outcome, effects } = payOrder(state, { ...command, amountCents, counterparty, message, accountId }, order)
  const tried = { orderId, dueOn, tries: (run?.tries ?? 0) + 1, amountCents, triedAt: at }
  const next: Order = run ? order : { ...order, nextOn: dueAfter(order.schedule, dueOn) }
  if (outcome.ok) {
    const transactionId = outcome.transaction.id
    const sent: OrderRun = { ...tried, status: 'sent', tryOn: null, reason: null, transactionId }
    return {
      outcome,
      effects: [
        ...(isPlanned(order, at, state.zone) ? effects.map(asPlanned) : effects),
        ...settle(state, next, sent, at),
      ],
    }
  }
  const failed = failedRun({ ...tried, tryOn: addDays(today, 1), reason: reasonOf(outcome.code), transactionId: null })
  return refuse(outcome.code, [...effects, ...settleFailed(state, next, failed, at)])
}

/** What was planned before is not counted among what the owner submits now. */
const asPlanned = (effect: Effect): Effect => (effect.kind === 'open' ? { ...effect, isPlanned: true } : effect)

/** The accounts were locked for what the job read; an order never changes it. */
const isLockedFor = (order: Order, { accountId, counterparty }: RunOrder) =>
  order.accountId === accountId && order.counterparty.accountNumber === counterparty.accountNumber

/** A first try is of the next due day; a further one of a run that waits for it. Both only once their day has begun. */
const isDue = (order: Order, run: OrderRun | undefined, dueOn: string, today: string): boolean =>
  run ? run.tryOn !== null && run.tryOn <= today : order.nextOn === dueOn && dueOn <= today

function reasonOf(code: RefusalCode): RunReason {
  if (code in RUN_REASONS) return code as RunReason
  throw new Error(`A scheduled payment was refused: ${code}`)
}

const failedRun = (run: Omit<OrderRun, 'status'> & { reason: RunReason }) =>
  RETRIED_REASONS.some((reason) => reason === run.reason) && run.tries < MAX_TRIES
    ? { ...run, status: 'retrying' as const }
    : { ...run, status: 'skipped' as const, tryOn: null }

function settleFailed(state: State, order: Order, run: OrderRun & { reason: RunReason }, at: Date): Effect[] {
  const endReason = FINAL[run.reason]
  if (endReason) return [{ kind: 'record_run', run }, ...endEffects(state, order, endReason, at, run.dueOn)]
  const kind = run.status === 'retrying' ? 'order.run_failed' : 'order.run_skipped'
  const { dueOn, tries, tryOn, reason } = run
  return [...settle(state, order, run, at), notifyOwner(order, kind, at, { dueOn, tries, tryOn, reason })]
}

/** The order has ended once nothing is due any more and no run is tried again. */
function settle(state: State, order: Order, run: OrderRun, at: Date): Effect[] {
  const waits = run.status === 'retrying' || retryingRuns(state, order.id, run.dueOn).length > 0
  const isFinished = order.nextOn === null && !waits
  return [
    { kind: 'record_run', run },
    { kind: 'change_order', order: isFinished ? endOrder(order, 'finished', at) : order },
  ]
}

const retryingRuns = (state: State, orderId: string, exceptDueOn?: string): OrderRun[] =>
  [...state.orderRuns.values()].filter(
    (run) => run.orderId === orderId && run.tryOn !== null && run.dueOn !== exceptDueOn,
  )

function endEffects(state: State, order: Order, endReason: EndReason, at: Date, dueOn: string): Effect[] {
  return [
    ...retryingRuns(state, order.id, dueOn).map((run): Effect => ({ kind: 'record_run', run: stopRun(run) })),
    { kind: 'change_order', order: endOrder(order, endReason, at) },
    notifyOwner(order, 'order.ended', at, { reason: endReason }),
  ]
}

const notifyOwner = (order: Order, kind: NotificationKind, at: Date, details: object): Effect => ({
  kind: 'notify',
  notification: orderNotification(order, kind, at, details),
})
