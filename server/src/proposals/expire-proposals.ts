import { EXPIRED_REASON } from '#contract/proposal-kinds.ts'
import type { Deps } from '../http/deps.ts'
import { newIdAt } from '../ledger/new-id-at.ts'
import { PROPOSAL_LIFETIME_MS } from '../ledger/second-person.ts'
import { closeExpired } from './store.ts'

/**
 * Closes proposals that no one confirmed in time. Proposed money is declined, which releases its hold, by a system actor that
 * can decline nothing else. A customer's own transaction with an old first approval stays pending: it is approved again.
 */
export async function expireProposals({ sql, ledger, now }: Pick<Deps, 'sql' | 'ledger' | 'now'>): Promise<number> {
  const at = now()
  const closed = await closeExpired(sql, at, EXPIRED_REASON)
  const expired = await sql<{ id: string; proposed_by: string }[]>`
    select id, proposed_by from transactions
    where status = 'Pending' and proposed_by is not null and (method = 'adjustment' or reverses_id is not null)
      and proposed_at <= ${new Date(at.getTime() - PROPOSAL_LIFETIME_MS)}
    order by proposed_at limit 100`
  const outcomes = await Promise.all(
    expired.map(({ id, proposed_by: personId }) =>
      ledger.submit({
        kind: 'decline',
        actor: { kind: 'system', job: 'expire_proposals', personId },
        at,
        requestId: 'job: expire proposals',
        idempotency: null,
        transactionId: id,
        auditId: newIdAt(at),
        reason: EXPIRED_REASON,
      }),
    ),
  )
  return closed + outcomes.filter(({ ok }) => ok).length
}
