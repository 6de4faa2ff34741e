import type { NotificationKind } from '#contract/notification-kinds.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Actor, AuditEntry, CommandContext, Decision, Effect, State, Transaction } from './types.ts'

export const refuse = (code: RefusalCode, effects: Effect[] = []): Decision => ({
  outcome: { ok: false, code, replayed: false },
  effects,
})

export const grant = (transaction: Transaction, effects: Effect[]): Decision => ({
  outcome: { ok: true, transaction, replayed: false },
  effects,
})

/**
 * An administrator must be Active, as a customer must. `decide` has already checked that a system job may submit the
 * command.
 */
export function mayAdminister(state: State, actor: Actor): boolean {
  if (actor.kind === 'system') return true
  const person = state.people.get(actor.personId)
  return person?.role === 'Admin' && person.status === 'Active'
}

/** Above the bank's limit one administrator proposes and another confirms. System jobs are exempt. */
export function needsSecondAdmin({ fourEyesAboveCents }: State, actor: Actor, amountCents: bigint): boolean {
  const sizeCents = amountCents < 0n ? -amountCents : amountCents
  return actor.kind === 'session' && fourEyesAboveCents !== null && sizeCents > fourEyesAboveCents
}

/** The first administrator, so that the second one's audit entry names both. */
export const proposerDetails = (state: State, { proposedBy }: Transaction) =>
  proposedBy ? { proposedBy, proposedByName: state.people.get(proposedBy)?.fullName ?? '' } : {}

/** Notifies the customer of a change to a transaction. */
export const notify = (transaction: Transaction, kind: NotificationKind, at: Date): Effect => ({
  kind: 'notify',
  notification: { personId: transaction.accountId, kind, data: { transactionId: transaction.id }, at },
})

type AuditSource = Pick<CommandContext, 'actor' | 'requestId' | 'at'> & { auditId: string }

export const audit = (
  { auditId, actor, requestId, at }: AuditSource,
  details: Pick<AuditEntry, 'subjectId' | 'action' | 'before' | 'after'>,
): Effect => ({ kind: 'audit', entry: { id: auditId, actorId: actor.personId, ...details, requestId, at } })
