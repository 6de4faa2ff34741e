import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import { hasPermission, type Permission } from '#contract/permissions.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { withKey } from '../audit-entry.ts'
import type { Actor, AuditEntry, CommandContext, Decision, Effect, State, Transaction } from '../types.ts'

export const refusedDecision = (code: RefusalCode, effects: Effect[] = []): Decision => ({
  outcome: { ok: false, code, replayed: false },
  effects,
})

export const grantedDecision = (transaction: Transaction, effects: Effect[]): Decision => ({
  outcome: { ok: true, transaction, replayed: false },
  effects,
})

/**
 * Why the actor may not decide about these accounts: money is decided by Active staff with the permission, and never by
 * the owner of an account that it touches. `decide` has already checked that a system job may submit the command.
 */
export function deciderRefusal(
  state: State,
  actor: Actor,
  accountIds: readonly (string | null | undefined)[],
  permission: Permission = 'money:decide',
): 'forbidden' | 'own_account' | null {
  if (actor.kind === 'system') return null
  const person = state.people.get(actor.personId)
  if (person?.status !== 'Active' || !hasPermission(person.role, permission)) return 'forbidden'
  const isOwn = accountIds.some((id) => id && state.accounts.get(id)?.ownerId === actor.personId)
  return isOwn ? 'own_account' : null
}

/** The accounts that a transaction moves money of: the receiver's too, when it is in this bank. */
export const accountsOf = (transaction: Transaction | undefined): (string | null | undefined)[] =>
  transaction ? [transaction.accountId, transaction.counterparty?.id] : []

/** The first administrator, so that the second one's audit entry names both. */
export const proposerDetails = (state: State, { proposedBy }: Transaction) =>
  proposedBy ? { proposedBy, proposedByName: state.people.get(proposedBy)?.fullName ?? '' } : {}

/** Notifies the customer of a change to a transaction. */
export const notify = ({ id, ownerId }: Transaction, kind: NotificationKind, at: Date): Effect => ({
  kind: 'notify',
  notification: { personId: ownerId, kind, data: { transactionId: id }, at },
})

export type AuditSource = Pick<CommandContext, 'actor' | 'requestId' | 'at'> & { auditId: string }

export const audit = (
  { auditId, actor, requestId, at }: AuditSource,
  details: Pick<AuditEntry, 'subjectId' | 'action' | 'before' | 'after'>,
): Effect => ({
  kind: 'audit',
  entry: {
    id: auditId,
    actorId: actor.personId,
    ...details,
    after: withKey(details.after, keyOf(actor)),
    requestId,
    at,
  },
})

const keyOf = (actor: Actor) => (actor.kind === 'api_key' ? { id: actor.keyId, name: actor.keyName } : undefined)
