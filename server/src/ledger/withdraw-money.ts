import { WITHDRAWN_REASON } from '#contract/authority/proposal-kinds.ts'
import type { Reader, Tx } from '../platform/db/connection.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import { commitWith } from './core/commit-batch.ts'
import { findPartiesOf } from './read-state.ts'
import type { DeclineCommand } from './types.ts'

type Withdrawal = { proposerId: string; at: Date; requestId: string }

const findProposed = (sql: Reader, proposerId: string) => sql<{ id: string }[]>`
  select id from transactions
  where status = 'Pending' and proposed_by = ${proposerId} and (method = 'adjustment' or reverses_id is not null) order by id`

/** The people whose money a member of staff has proposed to move, to lock them with the proposer. */
export const findProposedOwners = async (tx: Tx, proposerId: string): Promise<string[]> =>
  (
    await findPartiesOf(
      tx,
      (await findProposed(tx, proposerId)).map(({ id }) => id),
    )
  ).ownerIds

/**
 * Declines the fundings, debits and reversals that a member of staff proposed who leaves, which releases what they hold. The caller has
 * locked the proposer and the owners. A customer's own transaction with their first approval stays pending: it is approved again.
 */
export async function withdrawProposedMoney(tx: Tx, { proposerId, at, requestId }: Withdrawal): Promise<number> {
  const ids = (await findProposed(tx, proposerId)).map(({ id }) => id)
  if (ids.length === 0) return 0
  const commands = ids.map(
    (transactionId): DeclineCommand => ({
      kind: 'decline',
      actor: { kind: 'system', job: 'withdraw_proposals', personId: proposerId },
      at,
      requestId,
      idempotency: null,
      transactionId,
      auditId: newIdAt(at),
      reason: WITHDRAWN_REASON,
    }),
  )
  const outcomes = await commitWith(tx, commands, await findPartiesOf(tx, ids))
  return outcomes.filter(({ ok }) => ok).length
}
