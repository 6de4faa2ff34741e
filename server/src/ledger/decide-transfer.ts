import type { RiskFlag } from '#contract/risk-flags.ts'
import { availableCents, requireAccount } from './account.ts'
import { checkCredentials } from './check-credentials.ts'
import { grant, notify, refuse } from './decision.ts'
import { transferFlags } from './risk-flags.ts'
import { refuseSender } from './standing.ts'
import { newTransaction } from './transaction.ts'
import type { Decision, Effect, State, SubmitTransfer, Transaction } from './types.ts'

/** Checks in the specified order (fields were checked before): status, PIN or passkey, code, receiver, funds. Then the amount is held. */
export function decideTransfer(state: State, command: SubmitTransfer): Decision {
  const account = requireAccount(state, command.accountId)
  const receiverId = state.accountIdsByNumber.get(command.counterparty.accountNumber) ?? null
  if (receiverId === account.id) return refuse('same_account')
  const standing = refuseSender(state, account.id)
  if (standing) return refuse(standing)

  const { refusal, effects } = checkCredentials(state, account, command)
  if (refusal) return refuse(refusal, effects)

  // Read without the receiver's lock: the approval, which has it, decides.
  if (state.closedNumbers.has(command.counterparty.accountNumber)) return refuse('receiver_closed', effects)
  if (availableCents(account) < command.amountCents) return refuse('insufficient_balance', effects)
  const flags = transferFlags(state, command, account)
  const transaction = pendingTransfer(command, receiverId, flags)
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

function pendingTransfer(command: SubmitTransfer, receiverId: string | null, flags: RiskFlag[]): Transaction {
  const { id, accountId, counterparty: party, at } = command
  return newTransaction({
    id,
    accountId,
    type: 'Transfer',
    amountCents: -command.amountCents,
    method: receiverId ? 'internal' : 'wire',
    valueAt: at,
    submittedAt: at,
    counterparty: { ...party, id: receiverId },
    flags,
  })
}
