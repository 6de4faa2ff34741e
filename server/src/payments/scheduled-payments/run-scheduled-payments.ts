import { dayOf } from '#contract/bank-day.ts'
import { RUN_REASONS } from '#contract/payments/scheduled-payment-reasons.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { type DueRow, readDueScheduledPayments, toScheduledPayment } from '../../ledger/scheduled-payments-store.ts'
import type { Outcome } from '../../ledger/types.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'

/**
 * How many are submitted at a time: enough for a thousand scheduled payments within seconds, and few enough that people's own transfers,
 * which share batches with them, wait for one small batch at most.
 */
const AT_ONCE = 50

type RunDeps = { sql: Sql; ledger: Ledger; now: () => Date }

/**
 * Pays everything that is due, also what was due while no server ran, and returns how many transfers were submitted. A round
 * that settles nothing is the last: the scheduled payments that it read failed, or belong to a server with another clock.
 */
export async function runDueScheduledPayments({ sql, ledger, now }: RunDeps, signal?: AbortSignal): Promise<number> {
  let sent = 0
  while (!signal?.aborted) {
    const due = await readDueScheduledPayments(sql, dayOf(now(), ledger.zone), AT_ONCE)
    const results = await Promise.allSettled(due.map((row) => ledger.submit(toCommand(row, now()))))
    const outcomes = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    sent += outcomes.filter(({ ok }) => ok).length
    if (outcomes.some(isSettled)) continue
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    return sent
  }
  return sent
}

/** The transfer was made, or the try failed and was recorded. Else another server was first. */
const isSettled = (outcome: Outcome) => outcome.ok || outcome.code in RUN_REASONS

function toCommand(row: DueRow, at: Date) {
  const { id: scheduledPaymentId, personId, accountId, amountCents, counterparty } = toScheduledPayment(row)
  return {
    kind: 'run_scheduled_payment',
    actor: { kind: 'system', job: 'run_scheduled_payments', personId },
    at,
    requestId: `order ${scheduledPaymentId}`,
    idempotency: null,
    id: newIdAt(at),
    receivingId: newIdAt(at),
    scheduledPaymentId,
    dueOn: row.due_on,
    accountId,
    amountCents,
    counterparty,
  } as const
}
