import type { RefusalCode } from '#contract/refusals.ts'
import type { TransactionStatus } from './types.ts'

/** What a code asks for. Codes of earlier versions are the request itself: nothing is kept of them, and they are paid as often as people like. */
export type RequestedPayment = { requestId: string } | { accountId: string; amountCents: bigint | null }

/** `live`: the payment of a request for a fixed amount, unless it was declined. One that waits for a decision reserves the request. */
export type PayRequest = {
  id: string
  personId: string
  accountId: string
  /** Null: the payer chooses, and several may pay. */
  amountCents: bigint | null
  isCancelled: boolean
  /** By the clock of the database. */
  isExpired: boolean
  live: { transactionId: string; status: TransactionStatus } | null
}

export type PayRequestPayment = { requestId: string; transactionId: string; isOnly: boolean }

/** Why a request can't be paid or cancelled any more. */
export function closedRefusal({ live, isCancelled, isExpired }: PayRequest): RefusalCode | null {
  if (live) return live.status === 'Pending' ? 'pay_request_pending' : 'pay_request_paid'
  if (isCancelled) return 'pay_request_cancelled'
  return isExpired ? 'pay_request_expired' : null
}

/** Payee and amount are those of the request: what the payer saw is what is paid. */
export const isAskedFor = (
  asked: { accountId: string; amountCents: bigint | null },
  paid: { accountId: string | null; amountCents: bigint },
): boolean =>
  asked.accountId === paid.accountId && (asked.amountCents === null || asked.amountCents === paid.amountCents)
