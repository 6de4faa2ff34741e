import { available, MAX_BALANCE_CENTS } from './account.ts'
import { grant, isAdmin, refuse, tell } from './decision.ts'
import { newTransaction } from './transaction.ts'
import type { Adjust, Decision, State, Transaction } from './types.ts'

/** An administrator's fund or debit: posted at once against the adjustments account. */
export function decideAdjustment(state: State, command: Adjust): Decision {
  if (!isAdmin(state, command.actor)) return refuse('forbidden')
  const account = state.accounts.get(command.accountId)
  if (!account) return refuse('not_found')
  if (command.kind === 'debit' && available(account) < command.amountCents) return refuse('insufficient_balance')
  if (command.kind === 'fund' && account.balance + command.amountCents > MAX_BALANCE_CENTS)
    return refuse('balance_limit')

  const transaction = adjustment(command)
  const action = command.kind === 'fund' ? 'account.funded' : 'account.debited'
  return grant(transaction, [
    { kind: 'open', transaction },
    { kind: 'post', transaction, entryId: transaction.id, contra: 'adjustments' },
    tell(transaction, action, command.at),
    {
      kind: 'audit',
      act: {
        id: command.auditId,
        actorId: command.actor.personId,
        subjectId: account.id,
        action,
        before: { balanceCents: account.balance.toString() },
        after: {
          balanceCents: (account.balance + transaction.amountCents).toString(),
          transactionId: transaction.id,
          amountCents: transaction.amountCents.toString(),
          valueAt: command.valueAt.toISOString(),
          note: command.note,
        },
        requestId: command.requestId,
        at: command.at,
      },
    },
  ])
}

function adjustment(command: Adjust): Transaction {
  const { id, accountId, amountCents, valueAt, at, note, actor } = command
  const funds = command.kind === 'fund'
  return newTransaction({
    id,
    accountId,
    type: funds ? 'Deposit' : 'Transfer',
    amountCents: funds ? amountCents : -amountCents,
    method: 'adjustment',
    valueAt,
    submittedAt: at,
    status: 'Completed',
    bookedAt: at,
    decidedAt: at,
    decidedBy: actor.personId,
    note,
  })
}
