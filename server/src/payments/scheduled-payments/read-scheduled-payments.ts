import { toAmount } from '#contract/money.ts'
import { dueDays } from '#contract/payments/scheduled-payment-calendar.ts'
import {
  MAX_LISTED_RUNS,
  NEXT_DAYS,
  type ScheduledPayment,
  type ScheduledPaymentRun,
} from '#contract/payments/scheduled-payments.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type {
  ScheduledPaymentRun as LedgerRun,
  ScheduledPayment as LedgerScheduledPayment,
} from '../../ledger/scheduled-payment.ts'
import {
  runColumns,
  type ScheduledPaymentRow,
  type ScheduledPaymentRunRow,
  scheduledPaymentColumns,
  toRun,
  toScheduledPayment,
} from '../../ledger/scheduled-payments-store.ts'
import { readOwnScheduledPayment } from '../../ledger/stop-scheduled-payments.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

/** Scheduled payments that have ended are many after some years. */
const MAX_ENDED = 50

type Row = ScheduledPaymentRow & { retry_days: string[] } & (ScheduledPaymentRunRow | { order_id: null })

/** With the run of the latest due day, and the next tries of all that failed. */
const selectScheduledPayments = (sql: Reader) => sql`
  select ${scheduledPaymentColumns(sql)}, r.*, array(
    select f.try_on::text from order_runs f where f.order_id = o.id and f.try_on is not null order by f.try_on) as retry_days
  from orders o left join lateral (
    select ${runColumns(sql)} from order_runs r where r.order_id = o.id order by r.due_on desc limit 1) as r on true`

/** Active ones by their next due day, then paused ones, then the latest that have ended. */
export async function listScheduledPayments(sql: Reader, personId: string): Promise<ScheduledPayment[]> {
  const [current, ended] = await Promise.all([
    sql<Row[]>`
      ${selectScheduledPayments(sql)} where o.person_id = ${personId} and o.status <> 'ended'
      order by o.status, o.next_on nulls last, o.created_at, o.id`,
    sql<Row[]>`
      ${selectScheduledPayments(sql)} where o.person_id = ${personId} and o.status = 'ended' and o.deleted_at is null
      order by o.ended_at desc, o.id desc limit ${MAX_ENDED}`,
  ])
  return [...current, ...ended].map(toAnswer)
}

/** Reads an own scheduled payment, also a deleted one: a repeated request gets it as its response. */
export async function readScheduledPayment(
  sql: Reader,
  personId: string,
  id: string,
): Promise<ScheduledPayment | null> {
  const [row] = await sql<Row[]>`${selectScheduledPayments(sql)} where o.id = ${id} and o.person_id = ${personId}`
  return row ? toAnswer(row) : null
}

export async function listRuns(sql: Reader, personId: string, id: string): Promise<ScheduledPaymentRun[]> {
  if (!(await readOwnScheduledPayment(sql, personId, id))) throw new Refusal('not_found')
  const rows = await sql<ScheduledPaymentRunRow[]>`
    select ${runColumns(sql)} from order_runs r where r.order_id = ${id} order by r.due_on desc limit ${MAX_LISTED_RUNS}`
  return rows.map((row) => toRunAnswer(toRun(row)))
}

const toAnswer = (row: Row): ScheduledPayment => ({
  ...describe(toScheduledPayment(row)),
  retryDays: row.retry_days,
  lastRun: row.order_id === null ? null : toRunAnswer(toRun(row)),
})

const describe = (scheduled: LedgerScheduledPayment): Omit<ScheduledPayment, 'lastRun' | 'retryDays'> => ({
  _id: scheduled.id,
  status: scheduled.status,
  name: scheduled.name,
  ...(scheduled.accountId === mainAccountId(scheduled.personId) ? {} : { accountId: scheduled.accountId }),
  amount: toAmount(scheduled.amountCents),
  accountName: scheduled.counterparty.name,
  accountNumber: scheduled.counterparty.accountNumber,
  bankName: scheduled.counterparty.bankName,
  iban: scheduled.counterparty.iban,
  swiftCode: scheduled.counterparty.swiftCode,
  message: scheduled.message ?? '',
  ...scheduled.schedule,
  nextOn: scheduled.nextOn,
  nextDays: scheduled.nextOn === null ? [] : dueDays(scheduled.schedule, scheduled.nextOn, NEXT_DAYS),
  endReason: scheduled.endReason,
  createdAt: scheduled.createdAt.toISOString(),
})

const toRunAnswer = (run: LedgerRun): ScheduledPaymentRun => ({
  dueOn: run.dueOn,
  status: run.status,
  tries: run.tries,
  nextTryOn: run.tryOn,
  reason: run.reason,
  amount: toAmount(run.amountCents),
  triedAt: run.triedAt.toISOString(),
  transactionId: run.transactionId,
})
