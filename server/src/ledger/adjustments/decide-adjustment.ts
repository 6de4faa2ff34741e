import { accountDetails, availableCents, MAX_BALANCE_CENTS, mainAccountId, ownAccount } from '../account.ts'
import { isBeforeAccount } from '../before-account.ts'
import { audit, deciderRefusal, grantedDecision, notify, refusedDecision } from '../core/decision.ts'
import { newTransaction } from '../core/transaction.ts'
import { needsSecondPerson } from '../second-person.ts'
import type { Account, AdjustmentCommand, Decision, Effect, State, Transaction } from '../types.ts'

/** Posts at once against the adjustments account, unless a second administrator must confirm. */
export function decideAdjustment(state: State, command: AdjustmentCommand): Decision {
  const refusal = deciderRefusal(state, command.actor, [command.accountId, mainAccountId(command.ownerId)])
  if (refusal) return refusedDecision(refusal)
  const account = ownAccount(state, command.ownerId, command.accountId)
  if (!account) return refusedDecision('not_found')
  if (account.closedAt) return refusedDecision('account_closed')
  if (command.kind === 'debit' && availableCents(account) < command.amountCents)
    return refusedDecision('insufficient_balance')
  if (command.kind === 'fund' && account.balanceCents + command.amountCents > MAX_BALANCE_CENTS)
    return refusedDecision('balance_limit')
  const asks = !command.confirm && command.actor.kind !== 'system'
  const isDoubtful =
    isBeforeAccount(command.valueAt, account.openedAt, state.zone) || state.fundedBesideEntries.has(command.id)
  if (asks && isDoubtful) return refusedDecision('confirmation_needed')
  if (!needsSecondPerson(state, command, { ownerId: account.ownerId, amountCents: command.amountCents }))
    return postAdjustment(command, account)
  if (asks && isRepeated(state, command)) return refusedDecision('confirmation_needed')
  return propose(command, account)
}

/** How long after its confirmation a proposal is still taken for the same one. */
export const REPEATED_WITHIN_MS = 10 * 60_000

type Repeatable = Pick<AdjustmentCommand, 'kind' | 'ownerId' | 'amountCents' | 'at'>

/** Whether the same amount for the same person waits, or was just confirmed: someone else may have proposed it too. */
export function isRepeated(
  { transactions }: Pick<State, 'transactions'>,
  { kind, ownerId, amountCents, at }: Repeatable,
): boolean {
  const signedCents = kind === 'fund' ? amountCents : -amountCents
  return [...transactions.values()].some(
    (other) =>
      isProposedAdjustment(other) &&
      other.ownerId === ownerId &&
      other.amountCents === signedCents &&
      (other.status === 'Pending' ||
        (other.status === 'Completed' && at.getTime() - Number(other.decidedAt) < REPEATED_WITHIN_MS)),
  )
}

const isProposedAdjustment = ({ method, reverses, proposedBy }: Transaction) =>
  method === 'adjustment' && reverses === null && proposedBy !== null

function postAdjustment(command: AdjustmentCommand, account: Account): Decision {
  const { at, actor } = command
  const completed = { status: 'Completed', bookedAt: at, decidedAt: at, decidedBy: actor.personId } as const
  const transaction = adjustment(command, completed)
  const action = command.kind === 'fund' ? 'account.funded' : 'account.debited'
  return grantedDecision(transaction, [
    { kind: 'open', transaction },
    { kind: 'post', transaction, entryId: transaction.id, contra: 'adjustments' },
    notify(transaction, action, at),
    auditAdjustment(command, action, account, transaction, account.balanceCents + transaction.amountCents),
  ])
}

/** A proposed debit holds its amount, like any pending transfer, so that the money is there when it is confirmed. */
function propose(command: AdjustmentCommand, account: Account): Decision {
  const transaction = adjustment(command, { proposedBy: command.actor.personId, proposedAt: command.at })
  const hold: Effect = { kind: 'hold', accountId: account.id, amountCents: command.amountCents }
  return grantedDecision(transaction, [
    { kind: 'open', transaction },
    // The customer sees a hold, but no money that no one has confirmed.
    ...(command.kind === 'debit' ? [hold, notify(transaction, 'adjustment.proposed', command.at)] : []),
    auditAdjustment(command, `account.${command.kind}_proposed`, account, transaction, account.balanceCents),
  ])
}

function auditAdjustment(
  command: AdjustmentCommand,
  action: string,
  account: Account,
  transaction: Transaction,
  after: bigint,
): Effect {
  return audit(command, {
    subjectId: account.ownerId,
    action,
    before: { ...accountDetails(account), balanceCents: account.balanceCents.toString() },
    after: {
      balanceCents: after.toString(),
      transactionId: transaction.id,
      amountCents: transaction.amountCents.toString(),
      valueAt: command.valueAt.toISOString(),
      ...(command.message && { reason: command.message }),
      note: command.note,
    },
  })
}

function adjustment(command: AdjustmentCommand, fields: Partial<Transaction>): Transaction {
  const { id, accountId, ownerId, amountCents, valueAt, at, message = '', note } = command
  const funds = command.kind === 'fund'
  return newTransaction({
    id,
    accountId,
    ownerId,
    type: funds ? 'Deposit' : 'Transfer',
    amountCents: funds ? amountCents : -amountCents,
    method: 'adjustment',
    valueAt,
    submittedAt: at,
    message,
    note,
    ...fields,
  })
}
