import { referenceOf } from '#contract/payments/reference.ts'
import { ownerOf, requireAccount } from '../account.ts'
import { notify } from '../core/decision.ts'
import type { Effect, State, Transaction } from '../types.ts'

/** The receiver's side of a transfer inside the bank: a deposit of its own, posted in the same entry. */
export function receivedFrom(
  state: State,
  sent: Transaction,
  receiverId: string,
  { receivingId, at }: { receivingId: string; at: Date },
): Transaction {
  const sender = requireAccount(state, sent.accountId)
  return {
    ...sent,
    id: receivingId,
    accountId: receiverId,
    ownerId: ownerOf(state, receiverId),
    type: 'Deposit',
    amountCents: -sent.amountCents,
    reference: referenceOf(receivingId),
    submittedAt: at,
    proposedBy: null,
    proposedAt: null,
    flags: [],
    counterparty: {
      name: state.people.get(sender.ownerId)?.fullName ?? '',
      accountNumber: sender.number,
      bankName: '',
      iban: '',
      swiftCode: '',
      id: sender.id,
    },
    originId: sent.id,
  }
}

export function creditReceiver(sent: Transaction, received: Transaction): Effect[] {
  return [
    { kind: 'open', transaction: received },
    { kind: 'post', transaction: received, entryId: sent.id, contra: 'customer_funds' },
    notify(received, received.reverses ? 'transaction.reversed' : 'deposit.received', received.submittedAt),
  ]
}
