import type { RefusalCode } from '#contract/refusals.ts'
import type { Tx } from '../db/connection.ts'
import type { Person, State, Transaction } from './types.ts'

/** Why a customer in this status can't send money. An unknown person can't either. */
const CANNOT_SEND = {
  Active: null,
  Pending: 'account_pending',
  Frozen: 'account_frozen',
  Closed: 'account_closed',
} as const satisfies Record<Person['status'], RefusalCode | null>

export const refuseSender = (state: State, personId: string): RefusalCode | null =>
  CANNOT_SEND[state.people.get(personId)?.status ?? 'Pending']

/** A retry that is refused for one of these was never about a PIN, passkey or code. */
export const ABOUT_STANDING: readonly string[] = Object.values(CANNOT_SEND).filter((code) => code !== null)

export const isClosed = (state: State, accountId: string | null | undefined): boolean =>
  Boolean(accountId && state.accounts.get(accountId)?.closedAt)

/**
 * Why a pending transaction can't be completed now. A frozen person's transfers wait or are declined; what the bank itself
 * debits or reverses, and what the person receives, is not stopped by a freeze.
 */
export function refuseCompletion(state: State, transaction: Transaction): RefusalCode | null {
  const { accountId, type, method, counterparty, reverses } = transaction
  if (isClosed(state, accountId)) return 'account_closed'
  if (type !== 'Transfer' || method === 'adjustment') return null
  if (!reverses && state.people.get(accountId)?.status === 'Frozen') return 'sender_frozen'
  return isClosed(state, counterparty?.id) ? 'receiver_closed' : null
}

/**
 * Closes an account that has no money and nothing pending; false when it has. The caller holds the account's lock, so no
 * command is between its decision and its commit. Closing is final, and never before the last posting: the clock of the
 * server that booked it may be ahead of this one's.
 */
export async function closeAccount(tx: Tx, accountId: string, at: Date): Promise<boolean> {
  const closed = await tx`
    update accounts a
    set closed_at = greatest(${at}::timestamptz, (select max(booked_at) from postings p where p.account_id = a.id))
    where a.id = ${accountId} and a.closed_at is null and a.balance = 0 and a.held = 0
      and not exists (select 1 from transactions t where t.account_id = a.id and t.status = 'Pending')`
  return closed.count === 1
}
