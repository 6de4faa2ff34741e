import type { RefusalCode } from '#contract/refusals.ts'
import type { Person } from './person.ts'
import type { Account, State, Transaction } from './types.ts'

/** Why a customer in this status can't send money. An unknown person can't either. */
export const CANNOT_SEND = {
  Active: null,
  Pending: 'account_pending',
  Frozen: 'account_frozen',
  Closed: 'account_closed',
} as const satisfies Record<Person['status'], RefusalCode | null>

export function senderRefusal(state: State, { ownerId, closedAt }: Account): RefusalCode | null {
  const refusal = CANNOT_SEND[state.people.get(ownerId)?.status ?? 'Pending']
  // A savings account is closed by its owner, who stays a customer.
  return refusal ?? (closedAt ? 'account_closed' : null)
}

/** A retry that is refused for one of these was never about a PIN, passkey or code. */
export const ABOUT_STANDING: readonly string[] = Object.values(CANNOT_SEND).filter((code) => code !== null)

export const isClosed = (state: State, accountId: string | null | undefined): boolean =>
  Boolean(accountId && state.accounts.get(accountId)?.closedAt)

/**
 * Why a pending transaction can't be completed now. Transfers of a person who is frozen, or Pending again, wait or are
 * declined; what the bank itself debits or reverses, and what the person receives, is not stopped.
 */
export function completionRefusal(state: State, transaction: Transaction): RefusalCode | null {
  const { accountId, ownerId, type, method, counterparty, reverses } = transaction
  if (isClosed(state, accountId)) return 'account_closed'
  if (type !== 'Transfer' || method === 'adjustment') return null
  if (!reverses && state.people.get(ownerId)?.status !== 'Active') return 'sender_frozen'
  return isClosed(state, counterparty?.id) ? 'receiver_closed' : null
}
