import type { SecondPersonRule } from '#contract/authority/proposal-kinds.ts'
import { hasPermission, type Permission } from '#contract/permissions.ts'
import type { Person, StaffHistory } from './person.ts'
import type { Actor, State, Transaction } from './types.ts'

const DAY_MS = 86_400_000
/** Staff whose role or second factors are this new can't confirm: colleagues have a day to notice an accomplice or a thief. */
const NEW_MS = DAY_MS
export const PROPOSAL_LIFETIME_MS = 7 * DAY_MS
/** The window in which what one member of staff decides alone is added up, so that splitting an amount does not help. */
export const FOUR_EYES_WINDOW_MS = DAY_MS
/** People whom a member of staff verified, or created at the desk, count as one customer of theirs for so long. */
export const OWN_VERIFICATIONS_MS = 30 * DAY_MS
/** What one member of staff decides alone over all customers: so many times the limit of one customer. */
const ALL_CUSTOMERS_FACTOR = 10n

type RoleHolder = Pick<StaffHistory, 'roleGivenAt' | 'factorsChangedAt'> & { id: string; appointers: readonly string[] }

/** As read for a decision. Of who proposes and confirms in one batch, only those are known who gave the role themselves. */
export function staffOf({ people, appointers }: Pick<State, 'people' | 'appointers'>, id: string): RoleHolder | null {
  const person = people.get(id)
  return person ? { ...person, id, appointers: appointers.get(id) ?? unconfirmedGiverIds(person) } : null
}

const unconfirmedGiverIds = (person: StaffHistory): string[] =>
  isRoleConfirmed(person) ? [] : [person.roleGivenBy ?? [], person.roleProposedBy ?? []].flat()

/** Why the confirmer is no second person beside the proposer. Null: they are. */
export function confirmerRefusal(confirmer: RoleHolder, proposer: RoleHolder, at: Date): SecondPersonRule | null {
  if (confirmer.id === proposer.id) return 'second_admin_needed'
  if (areTied(confirmer, proposer)) return 'role_tie'
  return newnessRefusal(confirmer, at)
}

/** Why the confirmer is no third person for a role: of those who gave it, and of who has it, they must be independent. */
export function thirdPersonRefusal(
  confirmer: RoleHolder,
  member: RoleHolder,
  givers: readonly RoleHolder[],
  at: Date,
): SecondPersonRule | 'third_person_needed' | null {
  const isParty = [member, ...givers].some((other) => other.id === confirmer.id || areTied(confirmer, other))
  return isParty ? 'third_person_needed' : newnessRefusal(confirmer, at)
}

/**
 * Whether one of two gave the other their role, alone or together with someone, or gave it to who gave it, and so on, and no third person
 * has confirmed a role of the chain since.
 */
const areTied = (one: RoleHolder, other: RoleHolder) =>
  one.appointers.includes(other.id) || other.appointers.includes(one.id)

export const isRoleConfirmed = ({
  roleGivenAt,
  roleConfirmedAt,
}: Pick<StaffHistory, 'roleGivenAt' | 'roleConfirmedAt'>): boolean =>
  roleGivenAt !== null && roleConfirmedAt !== null && roleConfirmedAt > roleGivenAt

function newnessRefusal({ roleGivenAt, factorsChangedAt }: RoleHolder, at: Date): 'role_new' | 'factors_new' | null {
  const isNew = (since: Date | null) => since !== null && at.getTime() - since.getTime() < NEW_MS
  if (isNew(roleGivenAt)) return 'role_new'
  return isNew(factorsChangedAt) ? 'factors_new' : null
}

export const isExpired = (proposedAt: Date, at: Date): boolean =>
  at.getTime() - proposedAt.getTime() >= PROPOSAL_LIFETIME_MS

/** A proposer who has lost the permission, or the status, no longer stands behind the proposal. */
export const mayPropose = (proposer: Pick<Person, 'role' | 'status'> | undefined, permission: Permission): boolean =>
  proposer?.status === 'Active' && hasPermission(proposer.role, permission)

/** Whose money a decision is about: one person, all whom the member of staff verified or created lately, or everybody. */
export type DecisionScope = { ownerId: string } | 'own verifications' | 'all'
export const decidedKey = (staffId: string, decided: DecisionScope) =>
  `${staffId} ${typeof decided === 'string' ? decided : decided.ownerId}`

export type Verification = Pick<Person, 'verifiedBy' | 'verifiedAt' | 'createdBy' | 'createdAt'>

/** A decision is about a person, not an account: an amount that is split over the accounts of one customer is still one amount. So is one split over puppets. */
export const decidedAbout = (
  staffId: string,
  ownerId: string,
  owner: Verification | undefined,
  at: Date,
): DecisionScope => {
  const isRecent = (by: string | null | undefined, since: Date | null | undefined) =>
    by === staffId && Boolean(since) && at.getTime() - Number(since) < OWN_VERIFICATIONS_MS
  const isOwn = isRecent(owner?.verifiedBy, owner?.verifiedAt) || isRecent(owner?.createdBy, owner?.createdAt)
  return isOwn ? 'own verifications' : { ownerId }
}

export const limitOfAll = (fourEyesAboveCents: bigint) => fourEyesAboveCents * ALL_CUSTOMERS_FACTOR

type Amount = { ownerId: string; amountCents: bigint }

/** Above the bank's limits within a day one member of staff proposes and another confirms. System jobs are exempt. */
export function needsSecondPerson(
  state: State,
  { actor, at }: { actor: Actor; at: Date },
  ...amounts: readonly Amount[]
): boolean {
  const limitCents = state.fourEyesAboveCents
  if (actor.kind === 'system' || limitCents === null) return false
  const sums = new Map<string, bigint>()
  const exceeds = (decided: DecisionScope, amountCents: bigint) => {
    const key = decidedKey(actor.personId, decided)
    const sumCents = (sums.get(key) ?? state.decidedAloneCents.get(key) ?? 0n) + sizeOf(amountCents)
    sums.set(key, sumCents)
    return sumCents > (decided === 'all' ? limitOfAll(limitCents) : limitCents)
  }
  return amounts.some(({ ownerId, amountCents }) => {
    const about = decidedAbout(actor.personId, ownerId, state.people.get(ownerId), at)
    return exceeds(about, amountCents) || exceeds('all', amountCents)
  })
}

/**
 * Counts a posted transaction against who decided it alone. The receiver's half of an internal transfer does not count;
 * of its reversal both halves do, unless two people decided it: the first half keeps the proposer.
 */
export function countDecision(state: State, transaction: Transaction) {
  const { decidedBy, decidedAt, proposedBy, originId, reverses, ownerId, amountCents } = transaction
  if (!decidedBy || !decidedAt || proposedBy || (originId && !reverses)) return
  if (originId && state.transactions.get(originId)?.proposedBy) return
  const about = decidedAbout(decidedBy, ownerId, state.people.get(ownerId), decidedAt)
  for (const decided of [about, 'all'] as const) {
    const key = decidedKey(decidedBy, decided)
    state.decidedAloneCents.set(key, (state.decidedAloneCents.get(key) ?? 0n) + sizeOf(amountCents))
  }
}

const sizeOf = (amountCents: bigint) => (amountCents < 0n ? -amountCents : amountCents)
