import type { Tx } from '../platform/db/connection.ts'
import { record } from './record.ts'
import { endSavingsRules } from './savings-rules.ts'
import { endScheduledPaymentsOf } from './stop-scheduled-payments.ts'

/**
 * Closes accounts of a person that have no money and nothing pending: all of them, or none and false. The caller holds the
 * person's lock, so no command is between its decision and its commit. Closing is final, and never before the last
 * posting: the clock of the server that booked it may be ahead of this one's. Scheduled payments that pay from them end, and
 * rules that save into them.
 */
export async function closeAccounts(tx: Tx, ownerId: string, at: Date, accountId?: string): Promise<boolean> {
  const open = await tx<{ id: string; empty: boolean }[]>`
    select a.id, a.balance = 0 and a.held = 0
      and not exists (select 1 from transactions t where t.account_id = a.id and t.status = 'Pending') as empty
    from accounts a
    where a.owner_id = ${ownerId} and a.closed_at is null ${accountId ? tx`and a.id = ${accountId}` : tx``}`
  if (open.length === 0 || open.some(({ empty }) => !empty)) return false
  const ids = open.map(({ id }) => id)
  await tx`
    update accounts a
    set closed_at = greatest(${at}::timestamptz, (select max(booked_at) from postings p where p.account_id = a.id))
    where a.id = any(${ids}::uuid[])`
  await endSavingsRules(tx, ids)
  const notifications = await endScheduledPaymentsOf(tx, ownerId, ids, { endReason: 'account_closed', at })
  if (notifications.length > 0) await record(tx, { notifications })
  return true
}
