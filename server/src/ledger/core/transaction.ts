import { referenceOf } from '#contract/payments/reference.ts'
import type { Transaction } from '../types.ts'

type RequiredFields = Pick<
  Transaction,
  'id' | 'accountId' | 'ownerId' | 'type' | 'amountCents' | 'method' | 'valueAt' | 'submittedAt'
>

/** Pending and undecided by default. */
export function newTransaction(given: RequiredFields & Partial<Transaction>): Transaction {
  return {
    status: 'Pending',
    reference: referenceOf(given.id),
    message: '',
    bookedAt: null,
    decidedAt: null,
    decidedBy: null,
    proposedBy: null,
    proposedAt: null,
    doubtConfirmed: null,
    reason: '',
    note: '',
    receiptId: null,
    counterparty: null,
    originId: null,
    flags: [],
    reverses: null,
    reversal: null,
    isReturn: false,
    currency: '',
    rate: null,
    amountDue: null,
    ...given,
  }
}
