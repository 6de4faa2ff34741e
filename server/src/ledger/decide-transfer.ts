import { timingSafeEqual } from 'node:crypto'
import type { RefusalCode } from '#contract/refusals.ts'
import { availableCents, MAX_WRONG_SECRETS, requireAccount } from './account.ts'
import { grant, notify, refuse } from './decision.ts'
import { newTransaction } from './transaction.ts'
import type { Account, Decision, Effect, State, SubmitTransfer, Transaction } from './types.ts'

/** Checks in the specified order (fields were checked before): status, PIN, code, funds. Then the amount is held. */
export function decideTransfer(state: State, command: SubmitTransfer): Decision {
  const account = requireAccount(state, command.accountId)
  const receiverId = state.accountIdsByNumber.get(command.counterparty.accountNumber) ?? null
  if (receiverId === account.id) return refuse('same_account')
  if (state.people.get(account.id)?.status !== 'Active') return refuse('account_pending')

  const pin = checkPin(account, command)
  if (pin.refusal) return refuse(pin.refusal, pin.effects)
  const code = checkCode(account, command)
  const attempts = [...pin.effects, ...code.effects]
  if (code.refusal) return refuse(code.refusal, attempts)

  if (availableCents(account) < command.amountCents) return refuse('insufficient_balance', attempts)
  const transaction = pendingTransfer(command, receiverId)
  return grant(transaction, [
    ...attempts,
    { kind: 'open', transaction },
    { kind: 'hold', accountId: account.id, amountCents: command.amountCents },
    notify(transaction, 'transfer.submitted', command.at),
  ])
}

type SecretCheck = { refusal: RefusalCode | null; effects: Effect[] }

/** A locked PIN is not compared, so a sixth guess reveals nothing. */
function checkPin(account: Account, { pinHash }: SubmitTransfer): SecretCheck {
  if (!account.pinHash) return { refusal: 'pin_missing', effects: [] }
  if (account.pinAttempts >= MAX_WRONG_SECRETS) return { refusal: 'pin_locked', effects: [] }
  const right = timingSafeEqual(account.pinHash, pinHash)
  return {
    refusal: right ? null : 'pin_incorrect',
    effects: attemptEffects('set_pin_attempts', account.id, account.pinAttempts, right),
  }
}

/** An expired code is refused as expired, whatever was typed: it is worthless, so there is nothing to guess. */
function checkCode(account: Account, { codeHash, at }: SubmitTransfer): SecretCheck {
  if (!account.codeHash || !account.codeExpiresAt) return { refusal: null, effects: [] }
  if (!codeHash) return { refusal: 'code_required', effects: [] }
  if (account.codeAttempts >= MAX_WRONG_SECRETS) return { refusal: 'code_locked', effects: [] }
  if (account.codeExpiresAt <= at) return { refusal: 'code_expired', effects: [] }
  const right = timingSafeEqual(account.codeHash, codeHash)
  return {
    refusal: right ? null : 'code_incorrect',
    effects: attemptEffects('set_code_attempts', account.id, account.codeAttempts, right),
  }
}

/** Counts wrong attempts in a row: a right one resets the count. */
function attemptEffects(
  kind: 'set_pin_attempts' | 'set_code_attempts',
  accountId: string,
  attempts: number,
  right: boolean,
): Effect[] {
  if (right) return attempts === 0 ? [] : [{ kind, accountId, attempts: 0 }]
  return [{ kind, accountId, attempts: attempts + 1 }]
}

function pendingTransfer(command: SubmitTransfer, receiverId: string | null): Transaction {
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
  })
}
