import { EXPIRED_REASON } from '#contract/authority/proposal-kinds.ts'
import type { Deps } from '../../http/deps.ts'
import { lockAccounts } from '../../ledger/read-state.ts'
import { record } from '../../ledger/record.ts'
import { PROPOSAL_LIFETIME_MS } from '../../ledger/second-person.ts'
import { readNow } from '../../platform/db/read-now.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { EXPIRY_REQUEST, expiryEntry } from './expiry-entry.ts'
import { closeExpired, findExpired } from './store.ts'

/** So many at once; the rest with the next run. */
const BATCH = 100

/**
 * Closes proposals that no one confirmed in time, by the database's clock. Proposed money is declined, which releases its hold, by a system actor that
 * can decline nothing else. A customer's own transaction with an old first approval stays pending: it is approved again.
 */
export async function expireProposals({ sql, ledger }: Pick<Deps, 'sql' | 'ledger'>): Promise<number> {
  const at = await readNow(sql)
  const closed = await inTransaction(sql, async (tx) => {
    const found = await findExpired(tx, at, BATCH)
    if (found.length === 0) return 0
    // Accounts before proposals, as everything that decides locks them; another server that expires the same ones waits here.
    await lockAccounts(tx, [...new Set(found.flatMap((row) => [row.proposed_by, row.subject_id ?? []].flat()))])
    const ids = found.map(({ id }) => id)
    const rows = await closeExpired(tx, ids, at, EXPIRED_REASON)
    if (rows.length > 0) await record(tx, { auditEntries: rows.map((row) => expiryEntry(row, at)) })
    return rows.length
  })
  const expired = await sql<{ id: string; proposed_by: string }[]>`
    select id, proposed_by from transactions
    where status = 'Pending' and proposed_by is not null and (method = 'adjustment' or reverses_id is not null)
      and proposed_at <= ${new Date(at.getTime() - PROPOSAL_LIFETIME_MS)}
    order by proposed_at limit ${BATCH}`
  const outcomes = await Promise.all(
    expired.map(({ id, proposed_by: personId }) =>
      ledger.submit({
        kind: 'decline',
        actor: { kind: 'system', job: 'expire_proposals', personId },
        at,
        requestId: EXPIRY_REQUEST,
        idempotency: null,
        transactionId: id,
        auditId: newIdAt(at),
        reason: EXPIRED_REASON,
      }),
    ),
  )
  return closed + outcomes.filter(({ ok }) => ok).length
}
