import type { Reader } from '../platform/db/connection.ts'
import { isRepeated } from './adjustments/decide-adjustment.ts'
import { isBeforeAccount } from './before-account.ts'
import { readProposedAdjustments } from './read-state.ts'
import { toTransaction } from './rows.ts'
import type { AdjustmentCommand } from './types.ts'
import { readFundedBesideEntries } from './waiting-entries.ts'

type Adjustment = Pick<AdjustmentCommand, 'kind' | 'ownerId' | 'accountId' | 'amountCents' | 'valueAt' | 'at'>
type Doubt = 'before_account' | 'statement_entry_waits' | 'same_proposal'

/** Everything about a credit or debit that staff are asked about: one answer is for all of it. */
export async function readAdjustmentDoubts(sql: Reader, adjustment: Adjustment, zone: string): Promise<Doubt[]> {
  const { kind, ownerId, accountId, valueAt, at } = adjustment
  const [[account], beside, proposed] = await Promise.all([
    sql<{ opened_at: Date }[]>`select opened_at from accounts where id = ${accountId}`,
    kind === 'fund' ? readFundedBesideEntries(sql, [{ ...adjustment, id: accountId }]) : [],
    readProposedAdjustments(sql, [ownerId], at),
  ])
  const transactions = new Map(proposed.map((row) => [row.id, toTransaction(row)]))
  const doubts: Record<Doubt, boolean> = {
    before_account: account !== undefined && isBeforeAccount(valueAt, account.opened_at, zone),
    statement_entry_waits: beside.length > 0,
    same_proposal: isRepeated({ transactions }, adjustment),
  }
  return (Object.keys(doubts) as Doubt[]).filter((doubt) => doubts[doubt])
}
