import type { RefusalCode } from '#contract/refusals.ts'
import { isKeyAlive } from '../../access/key-lifetime.ts'
import { isAlive, shouldTouch } from '../../access/session-lifetime.ts'
import { decideAdjustment } from '../adjustments/decide-adjustment.ts'
import { decideApproval, decideDecline } from '../decisions/decide-approval.ts'
import { decideCancel } from '../decisions/decide-cancel.ts'
import { decideDeposit } from '../deposits/decide-deposit.ts'
import { decideMove } from '../moves/decide-move.ts'
import { decideReturn } from '../reversals/decide-return.ts'
import { decideReversal } from '../reversals/decide-reversal.ts'
import { decideRun } from '../scheduled-payments/decide-run.ts'
import { ABOUT_STANDING } from '../standing.ts'
import { decideTransfer } from '../transfers/decide-transfer.ts'
import { isInstant } from '../transfers/instant-transfer.ts'
import {
  type Command,
  type Decision,
  type Effect,
  type IdempotencyKey,
  type Outcome,
  type SessionActor,
  type State,
  type StoredOutcome,
  SYSTEM_JOBS,
  type Transaction,
} from '../types.ts'
import { checkCredentialsAgain, isAboutCredentials } from './check-credentials.ts'
import { refusedDecision } from './decision.ts'
import { allowsCommand } from './key-maximum.ts'

/**
 * What one command does to the state. Pure: no clock, no randomness, no I/O, and the state is not changed; `apply` carries
 * the effects out. Ids and times come with the command.
 */
export function decide(state: State, command: Command): Decision {
  const { actor, at, idempotency: key } = command
  const refusal = actorRefusal(state, command)
  if (refusal) return refusedDecision(refusal)
  const touches = actor.kind === 'session' ? touchIfDue(state, actor, at) : []

  const before = key && state.storedOutcomes.get(storedOutcomeKey(actor.personId, key))
  const { outcome, effects } = before ? decideAgain(state, command, before, key) : decideNew(state, command)
  const stored = key && !before && !isAboutCredentials(outcome) ? [storeOutcome(outcome, command, key)] : []
  return { outcome, effects: [...effects, ...touches, ...stored] }
}

function decideNew(state: State, command: Command): Decision {
  switch (command.kind) {
    case 'transfer':
      return decideTransfer(state, command)
    case 'run_scheduled_payment':
      return decideRun(state, command)
    case 'deposit':
      return decideDeposit(state, command)
    case 'move':
      return decideMove(state, command)
    case 'approve':
      return decideApproval(state, command)
    case 'decline':
      return decideDecline(state, command)
    case 'cancel':
      return decideCancel(state, command)
    case 'fund':
    case 'debit':
      return decideAdjustment(state, command)
    case 'reverse':
      return decideReversal(state, command)
    case 'return':
      return decideReturn(state, command)
  }
}

/** A session or key must be the person's own and alive, a key needs a scope for the command; a system job must have the command on its list. */
export function actorRefusal(
  state: State,
  { actor, at, kind }: Pick<Command, 'actor' | 'at' | 'kind'>,
): RefusalCode | null {
  switch (actor.kind) {
    case 'session': {
      const session = sessionOf(state, actor)
      return session?.personId === actor.personId && isAlive(session, at) ? null : 'unauthenticated'
    }
    case 'api_key': {
      const key = state.apiKeys.get(actor.keyId)
      if (key?.personId !== actor.personId || !isKeyAlive(key, at)) return 'unauthenticated'
      return allowsCommand(key, kind) ? null : 'key_not_allowed'
    }
    case 'system':
      return SYSTEM_JOBS[actor.job].some((allowed) => allowed === kind) ? null : 'forbidden'
    default:
      throw new Error('A command has no actor')
  }
}

const sessionOf = ({ sessions }: State, { sessionHash }: SessionActor) => sessions.get(sessionHash.toString('hex'))

export function touchIfDue(state: State, actor: SessionActor, at: Date): Effect[] {
  const session = sessionOf(state, actor)
  return session && shouldTouch(session, at) ? [{ kind: 'touch', sessionHash: actor.sessionHash, at }] : []
}

export const storedOutcomeKey = (personId: string, { route, key }: { route: string; key: string }) =>
  `${personId} ${route} ${key}`

/** Refusals that are decided before any credential is looked at, and so tell nothing about one. */
export const BEFORE_CREDENTIALS: readonly string[] = ['not_found', 'same_account', 'use_move', ...ABOUT_STANDING]

function decideAgain(state: State, command: Command, before: StoredOutcome, key: IdempotencyKey): Decision {
  if (!before.requestHash.equals(key.requestHash)) return refusedDecision('idempotency_key_reused')
  if (command.kind !== 'transfer' || BEFORE_CREDENTIALS.includes(before.outcome))
    return { outcome: replay(state, command, before), effects: [] }
  const { refusal, effects } = checkCredentialsAgain(state, command)
  return refusal ? refusedDecision(refusal, effects) : { outcome: replay(state, command, before), effects }
}

function replay(state: State, command: Command, before: StoredOutcome): Outcome {
  if (before.outcome !== 'ok' && before.outcome !== 'proposed')
    return { ok: false, code: before.outcome, replayed: true }
  const transaction = before.resultId ? state.transactions.get(before.resultId) : undefined
  if (!transaction) throw new Error(`The transaction stored for an idempotency key is missing: ${before.resultId}`)
  const submitted = (command.kind === 'transfer' && !isInstant(transaction)) || command.kind === 'deposit'
  const waited = before.outcome === 'proposed' || submitted
  const first = waited ? asFirstReturned(transaction) : transaction
  return { ok: true, transaction: { ...first, reversal: null }, replayed: true }
}

/** The transaction as first returned, though it may have been decided since. */
const asFirstReturned = (transaction: Transaction): Transaction => ({
  ...transaction,
  status: 'Pending',
  bookedAt: null,
  decidedAt: null,
  decidedBy: null,
  reason: transaction.isReturn ? transaction.note : '',
})

function storeOutcome(outcome: Outcome, command: Command, key: IdempotencyKey): Effect {
  const pending = outcome.ok && outcome.transaction.status === 'Pending'
  const proposed = pending && command.kind !== 'transfer' && command.kind !== 'deposit'
  const storedOutcome: StoredOutcome = {
    requestHash: key.requestHash,
    outcome: !outcome.ok ? outcome.code : proposed ? 'proposed' : 'ok',
    resultId: outcome.ok ? outcome.transaction.id : null,
  }
  return { kind: 'store_outcome', personId: command.actor.personId, key, storedOutcome }
}
