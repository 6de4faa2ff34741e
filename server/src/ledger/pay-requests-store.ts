import type { Reader, Tx } from '../platform/db/connection.ts'
import { parameterRows } from '../platform/db/parameter-rows.ts'
import type { PayRequest, PayRequestPayment } from './pay-request.ts'
import type { Transaction, TransactionStatus } from './types.ts'

type PayRequestRow = {
  id: string
  person_id: string
  account_id: string
  amount: bigint | null
  is_cancelled: boolean
  is_expired: boolean
}

type LivePaymentRow = { request_id: string; transaction_id: string; status: TransactionStatus }

/**
 * Locks in id order, after the accounts: paying and cancelling wait here for each other. Payments are read by a statement of their own,
 * which sees what was committed while the first one waited.
 */
export async function readPayRequests(tx: Tx, ids: string[]): Promise<Map<string, PayRequest>> {
  if (ids.length === 0) return new Map()
  const [rows, payments] = await Promise.all([
    tx<PayRequestRow[]>`
      select id, person_id, account_id, amount, cancelled_at is not null as is_cancelled,
             expires_at <= ${tx.now()} as is_expired
      from pay_requests where id = any(${ids}::uuid[]) order by id for update`,
    tx<LivePaymentRow[]>`
      select p.request_id, p.transaction_id, t.status
      from pay_request_payments p join transactions t on t.id = p.transaction_id
      where p.request_id = any(${ids}::uuid[]) and p.is_only and p.ended_at is null`,
  ])
  const live = new Map(
    payments.map(({ request_id, transaction_id: transactionId, status }) => [request_id, { transactionId, status }]),
  )
  return new Map(rows.map((row) => [row.id, toPayRequest(row, live.get(row.id) ?? null)]))
}

const toPayRequest = (row: PayRequestRow, live: PayRequest['live']): PayRequest => ({
  id: row.id,
  personId: row.person_id,
  accountId: row.account_id,
  amountCents: row.amount,
  isCancelled: row.is_cancelled,
  isExpired: row.is_expired,
  live,
})

type PaymentRow = PayRequestPayment & { endedAt: Date | null }

const paymentRows = parameterRows<PaymentRow>([
  ['uuid', ({ transactionId }) => transactionId],
  ['uuid', ({ requestId }) => requestId],
  ['boolean', ({ isOnly }) => String(isOnly)],
  ['timestamptz', ({ endedAt }) => endedAt],
])

/** A part of the statement that inserts the transactions. */
export const insertPayRequestPayments = (tx: Tx, payments: readonly PaymentRow[]) => tx`
  requests_paid as (
  insert into pay_request_payments (transaction_id, request_id, is_only, ended_at)
  select * from ${paymentRows(tx, payments)} as r)`

const endedRows = parameterRows<Transaction>([
  ['uuid', ({ id }) => id],
  ['timestamptz', ({ decidedAt }) => decidedAt],
])

/** Forgets declined transfers that paid a request, which is open again. Most paid none. */
export const endPayRequestPayments = (tx: Tx, declined: readonly Transaction[]) => tx`
  update pay_request_payments p set ended_at = d.at
  from ${endedRows(tx, declined)} as d (id, at) where p.transaction_id = d.id`

export type NewPayRequest = {
  id: string
  personId: string
  accountId: string
  amountCents: bigint | null
  reference: string
}

/** It lives for so many days from now on, by the clock of the database. */
export async function insertPayRequest(tx: Tx, request: NewPayRequest, days: number): Promise<void> {
  const { id, personId, accountId, amountCents, reference } = request
  await tx`
    insert into pay_requests (id, person_id, account_id, amount, reference, created_at, expires_at)
    values (${id}, ${personId}, ${accountId}, ${amountCents}, ${reference}, ${tx.now()},
            ${tx.now()} + make_interval(days => ${days}))`
}

/** The caller holds its lock. */
export async function storeCancelled(tx: Tx, id: string): Promise<void> {
  await tx`update pay_requests set cancelled_at = ${tx.now()} where id = ${id}`
}

/** What the person wrote. Amounts, times and payments stay. */
export const erasePayRequestTexts = (tx: Reader, personId: string) => tx`
  update pay_requests set reference = '' where person_id = ${personId}`
