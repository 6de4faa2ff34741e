import type { RefusalCode } from '#contract/refusals.ts'
import { accountDetails, requireAccount } from '../account.ts'
import { type AuditSource, audit } from '../core/decision.ts'
import { newTransaction } from '../core/transaction.ts'
import type { Effect, State, Transaction } from '../types.ts'

/** The two halves of an internal transfer, or one transaction alone. The reversal debits what the original credited. */
export type Halves = { credited: Transaction | null; debited: Transaction | null }

export function halvesOf(state: State, original: Transaction): Halves {
  const halves = [original, ...otherHalf(state, original)]
  return {
    credited: halves.find(({ amountCents }) => amountCents > 0n) ?? null,
    debited: halves.find(({ amountCents }) => amountCents < 0n) ?? null,
  }
}

/** The receiving half names the sending one as its origin. */
function otherHalf(state: State, original: Transaction): Transaction[] {
  if (original.method !== 'internal' && original.method !== 'move') return []
  const other = original.originId
    ? state.transactions.get(original.originId)
    : [...state.transactions.values()].find(({ originId }) => originId === original.id)
  if (!other) throw new Error(`The other half of transaction ${original.id} was not read for its reversal`)
  return [other]
}

/** A reversal and a return exclude each other. */
export function reversalRefusal(reversal: Transaction['reversal'] | undefined): RefusalCode | null {
  if (!reversal) return null
  if (reversal.isReturn) return reversal.status === 'Pending' ? 'return_pending' : 'already_returned'
  return reversal.status === 'Pending' ? 'reversal_pending' : 'already_reversed'
}

type ReversalFields = Pick<Transaction, 'id' | 'submittedAt' | 'note'> & Partial<Transaction>

/** The opposite of the original, between the same parties. Its value date is the day it is booked. */
export const reversalOf = (original: Transaction, fields: ReversalFields): Transaction =>
  newTransaction({
    accountId: original.accountId,
    ownerId: original.ownerId,
    type: original.amountCents > 0n ? 'Transfer' : 'Deposit',
    amountCents: -original.amountCents,
    method: original.method,
    valueAt: fields.submittedAt,
    counterparty: original.counterparty,
    reverses: original.id,
    ...fields,
  })

export function auditReversal(state: State, source: AuditSource, action: string, transaction: Transaction): Effect {
  const { accountId, amountCents, id, reverses, status, note: reason } = transaction
  const account = requireAccount(state, accountId)
  const { balanceCents } = account
  const afterCents = status === 'Completed' ? balanceCents + amountCents : balanceCents
  return audit(source, {
    subjectId: account.ownerId,
    action,
    before: { ...accountDetails(account), balanceCents: balanceCents.toString() },
    after: {
      balanceCents: afterCents.toString(),
      transactionId: id,
      reverses,
      amountCents: amountCents.toString(),
      reason,
    },
  })
}
