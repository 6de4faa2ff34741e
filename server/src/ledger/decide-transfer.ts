import type { RiskFlag } from '#contract/risk-flags.ts'
import { availableCents, ownAccount } from './account.ts'
import { checkCredentials } from './check-credentials.ts'
import { grant, notify, refuse } from './decision.ts'
import { transferFlags } from './risk-flags.ts'
import { refuseSender } from './standing.ts'
import { newTransaction } from './transaction.ts'
import type { Account, Decision, Effect, State, SubmitTransfer, Transaction } from './types.ts'

/** Checks in the specified order (fields were checked before): status, PIN or passkey, code, receiver, funds. Then the amount is held. */
export function decideTransfer(state: State, command: SubmitTransfer): Decision {
  const account = ownAccount(state, command.actor.personId, command.accountId)
  if (!account) return refuse('not_found')
  const receiverId = state.accountIdsByNumber.get(command.counterparty.accountNumber) ?? null
  if (receiverId === account.id) return refuse('same_account')
  const standing = refuseSender(state, account)
  if (standing) return refuse(standing)

  const { refusal, effects } = checkCredentials(state, command)
  if (refusal) return refuse(refusal, effects)

  // Read without the receiver's lock: the approval, which has it, decides.
  if (state.closedNumbers.has(command.counterparty.accountNumber)) return refuse('receiver_closed', effects)
  if (availableCents(account) < command.amountCents) return refuse('insufficient_balance', effects)
  const flags = transferFlags(state, command, account)
  const transaction = pendingTransfer(command, account, receiverId, flags)
  return grant(transaction, [
    ...effects,
    { kind: 'open', transaction },
    ...useAuthorisation(command),
    { kind: 'hold', accountId: account.id, amountCents: command.amountCents },
    notify(transaction, 'transfer.submitted', command.at),
  ])
}

function useAuthorisation({ id: transactionId, approval, at }: SubmitTransfer): Effect[] {
  if (approval.kind === 'pin') return []
  const { authorisationId, responseHash } = approval
  return [{ kind: 'use_authorisation', authorisationId, responseHash, transactionId, at }]
}

function pendingTransfer(
  command: SubmitTransfer,
  { id: accountId, ownerId }: Account,
  receiverId: string | null,
  flags: RiskFlag[],
): Transaction {
  const { id, counterparty: party, at } = command
  return newTransaction({
    id,
    accountId,
    ownerId,
    type: 'Transfer',
    amountCents: -command.amountCents,
    method: receiverId ? 'internal' : 'wire',
    valueAt: at,
    submittedAt: at,
    counterparty: { ...party, id: receiverId },
    flags,
  })
}
