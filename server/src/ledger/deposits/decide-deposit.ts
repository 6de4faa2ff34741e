import { ownAccount } from '../account.ts'
import { grantedDecision, notify, refusedDecision } from '../core/decision.ts'
import { newTransaction } from '../core/transaction.ts'
import { depositFlags } from '../risk-flags.ts'
import type { Decision, DepositCommand, State } from '../types.ts'

/** A deposit is a claim with a receipt. It is posted when an administrator approves it. */
export function decideDeposit(state: State, command: DepositCommand): Decision {
  const account = ownAccount(state, command.actor.personId, command.accountId)
  if (!account) return refusedDecision('not_found')
  // A frozen or pending person may pay in: they receive money, and staff approve it.
  if (account.closedAt) return refusedDecision('account_closed')
  // Checked here, after the stored outcome: a retry gets its first response even when the currency is no longer offered.
  if (command.method === 'crypto' && command.rate === null) return refusedDecision('currency_not_offered')
  const receipt = state.receipts.get(command.receiptId)
  if (receipt?.ownerId !== account.ownerId) return refusedDecision('not_found')
  if (receipt.used) return refusedDecision('receipt_used')
  const { id, accountId, amountCents, method, at, receiptId, currency, rate, amountDue } = command
  const transaction = newTransaction({
    id,
    accountId,
    ownerId: account.ownerId,
    type: 'Deposit',
    amountCents,
    method,
    valueAt: at,
    submittedAt: at,
    receiptId,
    currency,
    rate,
    amountDue,
    flags: depositFlags(state, command, account),
  })
  return grantedDecision(transaction, [{ kind: 'open', transaction }, notify(transaction, 'deposit.submitted', at)])
}
