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

/** Administrators who are not Active have lost the right to act, as anyone has. The bank itself has no session. */
export function mayAdminister(state: State, actor: Actor): boolean {
  if (!actor.sessionHash) return true
  const person = state.people.get(actor.personId)
  return person?.role === 'Admin' && person.status === 'Active'
}

/** Above the bank's limit one administrator asks and another one confirms. What the bank does by itself asks nobody. */
export function needsSecondAdmin({ fourEyesAboveCents }: State, { sessionHash }: Actor, cents: bigint): boolean {
  const size = cents < 0n ? -cents : cents
  return fourEyesAboveCents !== null && sessionHash !== null && size > fourEyesAboveCents
}

/** Who asked for what another administrator now decides: both names are in one line of the audit log. */
export const proposerDetails = (state: State, { proposedBy }: Transaction) =>
  proposedBy ? { proposedBy, proposedByName: state.people.get(proposedBy)?.fullName ?? '' } : {}

/** Tells the account's holder what became of a transaction. */
export const notify = (transaction: Transaction, kind: string, at: Date, mail = false): Effect => ({
  kind: 'notify',
  notification: { personId: transaction.accountId, kind, data: { transactionId: transaction.id }, at, mail },
})

type AuditSource = Pick<CommandContext, 'actor' | 'requestId' | 'at'> & { auditId: string }

/** An administrator's act in the audit log. */
export const audit = (
  { auditId, actor, requestId, at }: AuditSource,
  done: Pick<AuditEntry, 'subjectId' | 'action' | 'before' | 'after'>,
): Effect => ({ kind: 'audit', entry: { id: auditId, actorId: actor.personId, ...done, requestId, at } })
