import { hasPermission, type Permission } from '#contract/permissions.ts'
import type { Person, RoleOrigin } from './person.ts'
import type { Actor, State, Transaction } from './types.ts'

const DAY_MS = 86_400_000
/** Staff with a role this new can't confirm: colleagues have a day to notice an accomplice. */
const NEW_ROLE_MS = DAY_MS
export const PROPOSAL_LIFETIME_MS = 7 * DAY_MS
/** The window in which one member of staff's acts on a person's accounts are added up, so that splitting an amount does not help. */
export const FOUR_EYES_WINDOW_MS = DAY_MS

type Staff = RoleOrigin & { id: string }

/**
 * Whether the confirmer is a second person: not the proposer, not appointed within the last day, and without a part in the
 * proposer's role, nor the proposer in theirs. Two who appointed the proposer together may confirm after a day.
 */
export function isSecondPerson(confirmer: Staff, proposer: Staff, at: Date): boolean {
  const isNew = ({ roleGivenAt }: Staff) => roleGivenAt !== null && at.getTime() - roleGivenAt.getTime() < NEW_ROLE_MS
  const appointed = (by: Staff, staff: Staff) => staff.roleGivenBy === by.id || staff.roleProposedBy === by.id
  if (confirmer.id === proposer.id || isNew(confirmer) || appointed(proposer, confirmer)) return false
  if (!appointed(confirmer, proposer)) return true
  return proposer.roleProposedBy !== null && !isNew(proposer)
}

export const isExpired = (proposedAt: Date, at: Date): boolean =>
  at.getTime() - proposedAt.getTime() >= PROPOSAL_LIFETIME_MS

/** A proposer who has lost the permission, or the status, no longer stands behind the proposal. */
export const mayPropose = (proposer: Pick<Person, 'role' | 'status'> | undefined, permission: Permission): boolean =>
  proposer?.status === 'Active' && hasPermission(proposer.role, permission)

/** By person: an amount that is split over the accounts of one customer is still one amount. */
export const decidedKey = (actorId: string, ownerId: string) => `${actorId} ${ownerId}`

/** Above the bank's limit within a day one member of staff proposes and another confirms. System jobs are exempt. */
export function needsSecondPerson(state: State, actor: Actor, ownerId: string, amountCents: bigint): boolean {
  if (actor.kind === 'system' || state.fourEyesAboveCents === null) return false
  const movedCents = state.decidedAloneCents.get(decidedKey(actor.personId, ownerId)) ?? 0n
  return movedCents + sizeOf(amountCents) > state.fourEyesAboveCents
}

/**
 * Counts a posted transaction against who decided it alone. The receiver's half of an internal transfer does not count;
 * of its reversal both halves do, unless two people decided it: the first half keeps the proposer.
 */
export function countDecision(state: State, transaction: Transaction) {
  const { decidedBy, proposedBy, originId, reverses, ownerId, amountCents } = transaction
  if (!decidedBy || proposedBy || (originId && !reverses)) return
  if (originId && state.transactions.get(originId)?.proposedBy) return
  const key = decidedKey(decidedBy, ownerId)
  state.decidedAloneCents.set(key, (state.decidedAloneCents.get(key) ?? 0n) + sizeOf(amountCents))
}

const sizeOf = (amountCents: bigint) => (amountCents < 0n ? -amountCents : amountCents)
