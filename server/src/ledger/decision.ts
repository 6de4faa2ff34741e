import type { RefusalCode } from '#contract/refusals.ts'
import type { Actor, Decision, Effect, State, Transaction } from './types.ts'

export const refuse = (code: RefusalCode, effects: Effect[] = []): Decision => ({
  outcome: { ok: false, code, replayed: false },
  effects,
})

export const grant = (transaction: Transaction, effects: Effect[]): Decision => ({
  outcome: { ok: true, transaction, replayed: false },
  effects,
})

/** Administrators who are not Active have lost the right to act, as anyone has. The bank itself has no session. */
export function isAdmin(state: State, actor: Actor): boolean {
  if (!actor.sessionHash) return true
  const person = state.people.get(actor.personId)
  return person?.role === 'Admin' && person.status === 'Active'
}

/** Tells the account's holder what became of a transaction. */
export const tell = (transaction: Transaction, kind: string, at: Date, mail = false): Effect => ({
  kind: 'tell',
  told: { personId: transaction.accountId, kind, data: { transactionId: transaction.id }, at, mail },
})
