import { toAmount } from '#contract/money.ts'
import { dueDays } from '#contract/payments/scheduled-payment-calendar.ts'
import { MAX_LISTED_RUNS, NEXT_DAYS, type Order, type OrderRun } from '#contract/payments/scheduled-payments.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type { Order as LedgerOrder, OrderRun as LedgerRun } from '../../ledger/scheduled-payment.ts'
import {
  type OrderRow,
  type OrderRunRow,
  orderColumns,
  runColumns,
  toOrder,
  toRun,
} from '../../ledger/scheduled-payments-store.ts'
import { readOwnOrder } from '../../ledger/stop-scheduled-payments.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

/** Those that have ended are many after some years. */
const MAX_ENDED = 50

type Row = OrderRow & { retry_days: string[] } & (OrderRunRow | { order_id: null })

/** With the run of the latest due day, and the next tries of all that failed. */
const selectOrders = (sql: Reader) => sql`
  select ${orderColumns(sql)}, r.*, array(
    select f.try_on::text from order_runs f where f.order_id = o.id and f.try_on is not null order by f.try_on) as retry_days
  from orders o left join lateral (
    select ${runColumns(sql)} from order_runs r where r.order_id = o.id order by r.due_on desc limit 1) as r on true`

/** Active ones by their next due day, then paused ones, then the latest that have ended. */
export async function listOrders(sql: Reader, personId: string): Promise<Order[]> {
  const [current, ended] = await Promise.all([
    sql<Row[]>`
      ${selectOrders(sql)} where o.person_id = ${personId} and o.status <> 'ended'
      order by o.status, o.next_on nulls last, o.created_at, o.id`,
    sql<Row[]>`
      ${selectOrders(sql)} where o.person_id = ${personId} and o.status = 'ended' and o.deleted_at is null
      order by o.ended_at desc, o.id desc limit ${MAX_ENDED}`,
  ])
  return [...current, ...ended].map(toAnswer)
}

/** Also one that was deleted: for the response to a repeated request. */
export async function readOrder(sql: Reader, personId: string, id: string): Promise<Order | null> {
  const [row] = await sql<Row[]>`${selectOrders(sql)} where o.id = ${id} and o.person_id = ${personId}`
  return row ? toAnswer(row) : null
}

export async function listRuns(sql: Reader, personId: string, id: string): Promise<OrderRun[]> {
  if (!(await readOwnOrder(sql, personId, id))) throw new Refusal('not_found')
  const rows = await sql<OrderRunRow[]>`
    select ${runColumns(sql)} from order_runs r where r.order_id = ${id} order by r.due_on desc limit ${MAX_LISTED_RUNS}`
  return rows.map((row) => toRunAnswer(toRun(row)))
}

const toAnswer = (row: Row): Order => ({
  ...describe(toOrder(row)),
  retryDays: row.retry_days,
  lastRun: row.order_id === null ? null : toRunAnswer(toRun(row)),
})

const describe = (order: LedgerOrder): Omit<Order, 'lastRun' | 'retryDays'> => ({
  _id: order.id,
  status: order.status,
  name: order.name,
  ...(order.accountId === mainAccountId(order.personId) ? {} : { accountId: order.accountId }),
  amount: toAmount(order.amountCents),
  accountName: order.counterparty.name,
  accountNumber: order.counterparty.accountNumber,
  bankName: order.counterparty.bankName,
  iban: order.counterparty.iban,
  swiftCode: order.counterparty.swiftCode,
  message: order.message ?? '',
  ...order.schedule,
  nextOn: order.nextOn,
  nextDays: order.nextOn === null ? [] : dueDays(order.schedule, order.nextOn, NEXT_DAYS),
  endReason: order.endReason,
  createdAt: order.createdAt.toISOString(),
})

const toRunAnswer = (run: LedgerRun): OrderRun => ({
  dueOn: run.dueOn,
  status: run.status,
  tries: run.tries,
  nextTryOn: run.tryOn,
  reason: run.reason,
  amount: toAmount(run.amountCents),
  triedAt: run.triedAt.toISOString(),
  transactionId: run.transactionId,
})
