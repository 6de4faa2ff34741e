import type { RiskFlag } from '#contract/payments/risk-flags.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { availableCents, ownAccount } from '../account.ts'
import { type CredentialCheck, checkCredentials, PASSED } from '../core/check-credentials.ts'
import { grantedDecision, notify, refusedDecision } from '../core/decision.ts'
import { keyMaximumRefusal, recordKeyTransfer } from '../core/key-maximum.ts'
import { newTransaction } from '../core/transaction.ts'
import { dailyLimitRefusal } from '../daily-limit.ts'
import { payeeNumberOf } from '../paid-account.ts'
import { closedRefusal, isAskedFor } from '../pay-request.ts'
import type { AuthorisationUse } from '../payment.ts'
import { transferFlags } from '../risk-flags.ts'
import type { ScheduledPayment } from '../scheduled-payment.ts'
import { senderRefusal } from '../standing.ts'
import type { Account, Decision, Effect, State, Transaction, TransferCommand, TransferDetails } from '../types.ts'
import { completeAtOnce } from './instant-transfer.ts'
import { isUnknownHere, needsMove } from './payee-account.ts'

/**
 * Checks in the specified order (fields were checked before): status, PIN or passkey, code, receiver, funds, daily limit, the
 * maximum of the API key, whether the account exists. Then the amount is held until staff decide, unless the transfer is completed at once.
 */
export const decideTransfer = (state: State, command: TransferCommand): Decision =>
  isOwnRequest(state, command)
    ? refusedDecision('same_account')
    : pay(state, command, {
        check: () => checkCredentials(state, command),
        request: (receiverId) => requestRefusal(state, command, receiverId),
        uses: [...useAuthorisation(command), ...payRequest(state, command)],
      })

/** Decides a run of a scheduled payment. PIN or passkey and code were checked when the scheduled payment was made. */
export const payScheduledPayment = (state: State, details: TransferDetails, scheduled: ScheduledPayment): Decision =>
  pay(state, details, { check: () => PASSED, uses: [], scheduled })

/** Decides a transfer without PIN or passkey and code: what would become of it. */
export const previewPayment = (state: State, command: TransferCommand): Decision =>
  isOwnRequest(state, command)
    ? refusedDecision('same_account')
    : pay(state, command, {
        check: () => PASSED,
        request: (receiverId) => requestRefusal(state, command, receiverId),
        uses: [],
      })

type PaymentApproval = {
  check: () => CredentialCheck
  /** Why it doesn't pay the request that it names. */
  request?: (receiverId: string | null) => RefusalCode | null
  uses: Effect[]
  scheduled?: ScheduledPayment
}

function pay(state: State, command: TransferDetails, { check, request, uses, scheduled }: PaymentApproval): Decision {
  const account = ownAccount(state, command.actor.personId, command.accountId)
  if (!account) return refusedDecision('not_found')
  const payeeNumber = payeeNumberOf(command.counterparty)
  const receiverId = state.accountIdsByNumber.get(payeeNumber) ?? null
  if (receiverId === account.id) return refusedDecision('same_account')
  // A payment that was scheduled before goes on as it was approved.
  if (!scheduled && needsMove(state, command, account, receiverId)) return refusedDecision('use_move')
  const standing = senderRefusal(state, account)
  if (standing) return refusedDecision(standing)

  const { refusal, effects } = check()
  if (refusal) return refusedDecision(refusal, effects)

  // Unless the transfer may be completed at once, this is read without the receiver's lock: the approval, which has it, decides.
  if (state.closedNumbers.has(payeeNumber)) return refusedDecision('receiver_closed', effects)
  const notAsked = request?.(receiverId)
  if (notAsked) return refusedDecision(notAsked, effects)
  if (availableCents(account) < command.amountCents) return refusedDecision('insufficient_balance', effects)
  const aboveLimit = dailyLimitRefusal(state, command, account, receiverId)
  if (aboveLimit) return refusedDecision(aboveLimit, effects)
  const aboveMaximum = keyMaximumRefusal(state, command)
  if (aboveMaximum) return refusedDecision(aboveMaximum, effects)
  // Last: with more than one has, numbers could be tried for nothing.
  if (isUnknownHere(state, command)) return refusedDecision('unknown_account', effects)
  const flags = transferFlags(state, command, account, scheduled)
  const pending = pendingTransfer(command, account, receiverId, flags)
  const { transaction, effects: made } = completeAtOnce(state, command, pending) ?? hold(pending, command)
  return grantedDecision(transaction, [...effects, ...made, ...uses, ...recordKeyTransfer(command)])
}

const hold = (transaction: Transaction, { amountCents, at }: TransferDetails) => ({
  transaction,
  effects: [
    { kind: 'open', transaction },
    { kind: 'hold', accountId: transaction.accountId, amountCents },
    notify(transaction, 'transfer.submitted', at),
  ] satisfies Effect[],
})

export function useAuthorisation(
  { id, approval, at }: Pick<TransferCommand, 'id' | 'approval' | 'at'>,
  use: AuthorisationUse = { transactionId: id, scheduledPaymentId: null },
): Effect[] {
  if (approval.kind !== 'passkey') return []
  const { authorisationId, responseHash } = approval
  return [{ kind: 'use_authorisation', authorisationId, responseHash, use, at }]
}

function pendingTransfer(
  command: TransferDetails,
  { id: accountId, ownerId }: Account,
  receiverId: string | null,
  flags: RiskFlag[],
): Transaction {
  const { id, counterparty: party, message = '', at } = command
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
    message,
    flags,
  })
}

const requestOf = ({ payRequests }: State, { asked }: TransferCommand) =>
  asked && 'requestId' in asked ? payRequests.get(asked.requestId) : undefined

/** A payment from a savings account would be a move, too. */
const isOwnRequest = (state: State, command: TransferCommand): boolean =>
  requestOf(state, command)?.personId === command.actor.personId

/** The request is locked: of two who pay it at once the second is refused, as is one who pays what was cancelled meanwhile. */
function requestRefusal(state: State, command: TransferCommand, accountId: string | null): RefusalCode | null {
  const { asked, amountCents } = command
  if (!asked) return null
  const request = requestOf(state, command)
  if ('requestId' in asked && !request) return 'pay_request_invalid'
  const closed = request && closedRefusal(request)
  if (closed) return closed
  const content = request ?? asked
  return 'accountId' in content && isAskedFor(content, { accountId, amountCents }) ? null : 'pay_request_differs'
}

function payRequest(state: State, command: TransferCommand): Effect[] {
  const request = requestOf(state, command)
  if (!request) return []
  const payment = { requestId: request.id, transactionId: command.id, isOnly: request.amountCents !== null }
  return [{ kind: 'pay_request', payment }]
}
