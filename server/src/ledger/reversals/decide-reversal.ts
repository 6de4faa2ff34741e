import type { RefusalCode } from '#contract/refusals.ts'
import { availableCents, MAX_BALANCE_CENTS, requireAccount } from '../account.ts'
import { contraOf } from '../core/contra.ts'
import { accountsOf, deciderRefusal, grantedDecision, notify, refusedDecision } from '../core/decision.ts'
import { needsSecondPerson } from '../second-person.ts'
import { isClosed } from '../standing.ts'
import type { Decision, Effect, ReversalCommand, State, Transaction } from '../types.ts'
import { auditReversal, type Halves, halvesOf, reversalOf, reversalRefusal } from './reversal.ts'

/** Posts the opposite of a completed transaction, of both halves of an internal transfer in one entry. The original stays as it is. */
export function decideReversal(state: State, command: ReversalCommand): Decision {
  const original = state.transactions.get(command.transactionId)
  const refusedActor = deciderRefusal(state, command.actor, accountsOf(original))
  if (refusedActor) return refusedDecision(refusedActor)
  if (!original) return refusedDecision('not_found')
  if (original.status !== 'Completed' || original.reverses) return refusedDecision('not_reversible')
  const halves = halvesOf(state, original)
  // The proposed reversal of an internal transfer has one half: the other one is opened when it is confirmed.
  const refusal =
    reversalRefusal(halves.credited?.reversal ?? halves.debited?.reversal) ??
    (state.paidOut.has(original.id) ? 'paid_out' : balanceRefusal(state, halves))
  if (refusal) return refusedDecision(refusal)
  // Both accounts count: one person could otherwise collect many small reversals on the sender's.
  const isAboveLimit = needsSecondPerson(state, command, ...[halves.credited ?? [], halves.debited ?? []].flat())
  return isAboveLimit ? propose(state, command, halves) : post(state, command, original, halves)
}

/** The half whose reversal takes the money, as a transfer does; the other half's reversal comes out of it. */
function leadingOf({ credited, debited }: Halves): Transaction {
  const leading = credited ?? debited
  if (!leading) throw new Error('A reversal has no half')
  return leading
}

function balanceRefusal(state: State, { credited, debited }: Halves): RefusalCode | null {
  if ([credited, debited].some((half) => half && isClosed(state, half.accountId))) return 'account_closed'
  if (credited && availableCents(requireAccount(state, credited.accountId)) < credited.amountCents)
    return 'insufficient_balance'
  if (debited && requireAccount(state, debited.accountId).balanceCents - debited.amountCents > MAX_BALANCE_CENTS)
    return 'balance_limit'
  return null
}

function post(state: State, command: ReversalCommand, requested: Transaction, { credited, debited }: Halves): Decision {
  const { at, actor, reason: note } = command
  const completed = { status: 'Completed', bookedAt: at, decidedAt: at, decidedBy: actor.personId } as const
  const leading = leadingOf({ credited, debited })
  const idOf = (half: Transaction) => (half === requested ? command.id : command.otherId)
  const reversals = [credited, debited].flatMap((half) => {
    if (!half) return []
    const originId = half === leading ? null : idOf(leading)
    return [reversalOf(half, { id: idOf(half), submittedAt: at, note, originId, ...completed })]
  })
  const entryId = reversals[0]?.id ?? command.id
  const answered = reversals.find(({ id }) => id === command.id)
  if (!answered) throw new Error(`Transaction ${requested.id} has no reversal`)
  return grantedDecision(
    answered,
    reversals.flatMap((transaction): Effect[] => [
      { kind: 'open', transaction },
      { kind: 'post', transaction, entryId, contra: contraOf(transaction) },
      notify(transaction, 'transaction.reversed', at),
      auditReversal(
        state,
        { ...command, auditId: transaction.id === command.id ? command.auditId : command.otherAuditId },
        'transaction.reversed',
        transaction,
      ),
    ]),
  )
}

/** Waits like any transaction that an administrator proposes: a debit holds its amount, and approving it credits the other half. */
function propose(state: State, command: ReversalCommand, halves: Halves): Decision {
  const leading = leadingOf(halves)
  const { id, at, reason: note, actor } = command
  const transaction = reversalOf(leading, {
    id,
    submittedAt: at,
    note,
    proposedBy: actor.personId,
    proposedAt: at,
  })
  const { accountId } = transaction
  return grantedDecision(transaction, [
    { kind: 'open', transaction },
    // The customer sees a hold, but no money that no one has confirmed.
    ...(halves.credited
      ? [
          { kind: 'hold', accountId, amountCents: leading.amountCents } as const,
          notify(transaction, 'adjustment.proposed', at),
        ]
      : []),
    auditReversal(state, command, 'transaction.reversal_proposed', transaction),
  ])
}
