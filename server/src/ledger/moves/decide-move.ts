import { availableCents, MAX_BALANCE_CENTS, ownAccount } from '../account.ts'
import { contraOf } from '../core/contra.ts'
import { grantedDecision, refusedDecision } from '../core/decision.ts'
import { newTransaction } from '../core/transaction.ts'
import type { Counterparty } from '../payment.ts'
import { senderRefusal } from '../standing.ts'
import type { Account, Decision, MoveCommand, State, Transaction } from '../types.ts'

/**
 * Money between two accounts of the actor, both sides posted at once in one entry. It needs no PIN, because it stays with its
 * owner; a person who may not send may not move either.
 */
export function decideMove(state: State, command: MoveCommand): Decision {
  const { actor, fromId, toId, amountCents, at } = command
  const [from, to] = [fromId, toId].map((id) => ownAccount(state, actor.personId, id))
  if (!from || !to) return refusedDecision('not_found')
  if (from.id === to.id) return refusedDecision('same_account')
  const standing = senderRefusal(state, from) ?? senderRefusal(state, to)
  if (standing) return refusedDecision(standing)
  if (availableCents(from) < amountCents) return refusedDecision('insufficient_balance')
  if (to.balanceCents + amountCents > MAX_BALANCE_CENTS) return refusedDecision('balance_limit')

  const sent = half(state, command, from, to, { id: command.id, type: 'Transfer', amountCents: -amountCents })
  const received = half(state, command, to, from, {
    id: command.receivingId,
    originId: sent.id,
    type: 'Deposit',
    amountCents,
  })
  return grantedDecision(sent, [
    { kind: 'open', transaction: sent },
    { kind: 'post', transaction: sent, entryId: sent.id, contra: contraOf(sent) },
    { kind: 'open', transaction: received },
    { kind: 'post', transaction: received, entryId: sent.id, contra: contraOf(received) },
    {
      kind: 'notify',
      notification: {
        personId: sent.ownerId,
        kind: 'money.moved',
        at,
        data: { transactionId: sent.id, receivedId: received.id },
      },
    },
  ])
}

type HalfFields = Pick<Transaction, 'id' | 'type' | 'amountCents'> & Partial<Transaction>

/** The owner decides about their own money: `decidedBy` is for staff. */
const half = (state: State, { at }: MoveCommand, account: Account, other: Account, fields: HalfFields): Transaction =>
  newTransaction({
    accountId: account.id,
    ownerId: account.ownerId,
    method: 'move',
    status: 'Completed',
    valueAt: at,
    submittedAt: at,
    bookedAt: at,
    decidedAt: at,
    counterparty: partyOf(state, other),
    ...fields,
  })

const partyOf = (state: State, { id, ownerId, number }: Account): Counterparty => ({
  id,
  name: state.people.get(ownerId)?.fullName ?? '',
  accountNumber: number,
  bankName: '',
  iban: '',
  swiftCode: '',
})
