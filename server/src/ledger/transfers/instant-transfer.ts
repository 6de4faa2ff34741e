import { MAX_BALANCE_CENTS } from '../account.ts'
import { contraOf } from '../core/contra.ts'
import { isOfCustomer } from '../core/customer-payment.ts'
import { notify } from '../core/decision.ts'
import type { Limits } from '../core/rules.ts'
import type { Effect, State, Transaction, TransferDetails } from '../types.ts'
import { creditReceiver, receivedFrom } from './internal-transfer.ts'

/** Only what a person submits or has scheduled: other jobs import transfers that staff have decided or still have to. */
export const mayBeInstant = ({ instantUpToCents }: Pick<Limits, 'instantUpToCents'>, command: TransferDetails) =>
  isOfCustomer(command.actor) && instantUpToCents !== null && command.amountCents <= instantUpToCents

/** Completed, and no member of staff decided about it. */
export const isInstant = ({ type, method, status, decidedBy, originId }: Transaction): boolean =>
  type === 'Transfer' && method === 'internal' && status === 'Completed' && decidedBy === null && originId === null

/**
 * The transfer completed at once, with both postings in one entry. Null where staff have to decide: it is large, has a risk
 * flag, leaves the bank, or the receiver can't hold it, which is nothing that the sender should learn.
 */
export function completeAtOnce(
  state: State,
  command: TransferDetails,
  pending: Transaction,
): { transaction: Transaction; effects: Effect[] } | null {
  const { at } = command
  const receiver = state.accounts.get(pending.counterparty?.id ?? '')
  if (!receiver || !mayBeInstant(state, command) || pending.flags.length > 0) return null
  if (receiver.balanceCents + command.amountCents > MAX_BALANCE_CENTS) return null
  const sent: Transaction = { ...pending, status: 'Completed', bookedAt: at, decidedAt: at }
  const effects: Effect[] = [
    { kind: 'open', transaction: sent },
    { kind: 'post', transaction: sent, entryId: sent.id, contra: contraOf(sent) },
    notify(sent, 'transfer.completed', at),
    ...creditReceiver(sent, receivedFrom(state, sent, receiver.id, command)),
  ]
  return { transaction: sent, effects }
}
