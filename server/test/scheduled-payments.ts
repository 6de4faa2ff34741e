import { expect } from 'vitest'
import { dayOf } from '#contract/bank-day.ts'
import { addDays } from '#contract/payments/scheduled-payment-calendar.ts'
import type { ScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import { runDueScheduledPayments } from '../src/payments/scheduled-payments/run-scheduled-payments.ts'
import type { Tx } from '../src/platform/db/connection.ts'
import type { Bank, Person } from './bank.ts'
import { transferForm } from './money.ts'

const DAY_MS = 86_400_000

/** Scheduled payments in tests: the bank's days, and the job that pays. */
export function scheduledPaymentsOf(bank: Bank) {
  const today = () => dayOf(bank.now(), bank.config.bankTimeZone)
  return {
    today,
    inDays: (days: number) => addDays(today(), days),
    /** A payee of its own for each scheduled payment, unless given: its transfers are found by it. */
    form: (changed: Record<string, unknown> = {}) =>
      transferForm({ startOn: today(), every: 'month', amount: 100, ...changed }),
    run: () => runDueScheduledPayments(bank),
    /** Moves the clock; sessions end meanwhile, the job does not need one. */
    async passDays(days: number) {
      bank.clock.offsetMs += days * DAY_MS
      return runDueScheduledPayments(bank)
    },
    runsOf: (scheduledPaymentId: string) => bank.sql<
      { due: string; status: string; tries: number; reason: string | null }[]
    >`
      select due_on as due, status, tries, reason from order_runs where order_id = ${scheduledPaymentId} order by due_on`,
    transfersOf: (person: Person) => bank.sql<{ amount: bigint; status: string; method: string; value_at: Date }[]>`
      select amount, status, method, value_at from transactions t
      where type = 'Transfer' and account_id in (select id from accounts where owner_id = ${person.id}) order by value_at, id`,
    noticesOf: async (person: Person) =>
      (
        await bank.sql<{ kind: string; data: Record<string, unknown> }[]>`
          select kind, data from outbox where person_id = ${person.id} and kind like 'order.%' order by number`
      ).map(({ kind, data }) => [kind, data.reason ?? data.change, data.tries].filter((part) => part !== undefined)),
  }
}

/**
 * Sends a request whose transaction waits for `change`, which is made after what the request reads without a lock and committed before
 * it goes on.
 */
export async function sendDuring<Response>(
  bank: Bank,
  change: (tx: Tx) => Promise<unknown>,
  send: () => Promise<Response>,
): Promise<Response> {
  let sent: Promise<Response> | undefined
  await bank.sql.begin(async (tx) => {
    await change(tx)
    const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
    sent = send()
    await expect
      .poll(() => bank.owner`select 1 from pg_stat_activity where ${own?.pid ?? 0} = any(pg_blocking_pids(pid))`)
      .toHaveLength(1)
  })
  if (!sent) throw new Error('Not sent')
  return sent
}

export async function scheduled(person: Person, body: unknown): Promise<ScheduledPayment> {
  const response = await person.call('POST', '/orders', { body })
  if (response.statusCode !== 201) throw new Error(`Not scheduled: ${response.body}`)
  return response.json()
}
