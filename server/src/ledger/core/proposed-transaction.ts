import type { RefusalCode } from '#contract/refusals.ts'
import { confirmerRefusal, isExpired, mayPropose, staffOf } from '../second-person.ts'
import type { ApprovalCommand, DeclineCommand, State, Transaction } from '../types.ts'

/** Staff made it themselves, so that no customer waits for it: it is proposed again rather than renewed. */
export const isMadeByStaff = ({ method, reverses }: Transaction) => method === 'adjustment' || reverses !== null

/** Whether the first approval still counts: it expires, and ends with the proposer's permission. */
export function hasOpenProposal(state: State, { proposedBy, proposedAt }: Transaction, at: Date): boolean {
  if (!proposedBy || !proposedAt || isExpired(proposedAt, at)) return false
  return mayPropose(state.people.get(proposedBy), 'money:decide')
}

/** Why the actor may not be the second of two. A customer's own transaction with a lapsed first approval is approved again. */
export function secondPersonRefusal(
  state: State,
  { actor, at, fresh }: Pick<ApprovalCommand, 'actor' | 'at' | 'fresh'>,
  transaction: Transaction,
): RefusalCode | null {
  const { proposedBy, proposedAt } = transaction
  if (!proposedBy || !proposedAt) return null
  if (!hasOpenProposal(state, transaction, at)) {
    if (!isMadeByStaff(transaction)) return null
    return isExpired(proposedAt, at) ? 'proposal_expired' : 'proposal_outdated'
  }
  const [confirmer, proposer] = [staffOf(state, actor.personId), staffOf(state, proposedBy)]
  if (!confirmer || !proposer) return 'second_admin_needed'
  // Also when the limit has been raised since.
  const refusal = confirmerRefusal(confirmer, proposer, at)
  // A job that replays history is held to the database's rule only: staff can't confirm their own proposal.
  if (refusal && (actor.kind !== 'system' || actor.personId === proposedBy)) return refusal
  // A key has no one at the screen who could confirm.
  if (actor.kind === 'api_key') return 'key_not_allowed'
  return fresh ? null : 'confirmation_required'
}

/** The jobs that expire and withdraw proposals can decline nothing else. */
export function expiryRefusal(
  { actor, at }: Pick<DeclineCommand, 'actor' | 'at'>,
  transaction: Transaction,
): RefusalCode | null {
  if (actor.kind !== 'system' || (actor.job !== 'expire_proposals' && actor.job !== 'withdraw_proposals')) return null
  const { proposedBy, proposedAt } = transaction
  if (!proposedAt || !isMadeByStaff(transaction)) return 'forbidden'
  const isDue = actor.job === 'withdraw_proposals' ? proposedBy === actor.personId : isExpired(proposedAt, at)
  return isDue ? null : 'forbidden'
}
