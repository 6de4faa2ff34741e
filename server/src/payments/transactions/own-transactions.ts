import type { OwnTransaction } from '#contract/payments/transactions.ts'
import { toTransaction } from '../../ledger/rows.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { toTransactionAnswer } from '../transaction-response.ts'
import { type LabelChange, rememberCategory, storeLabel, toLabel } from './label-store.ts'
import { type OwnTransactionRow, ownTransaction } from './store.ts'

/** With the person's own note and category. */
export const toOwnAnswer = (row: OwnTransactionRow): OwnTransaction => ({
  ...toTransactionAnswer(toTransaction(row)),
  ...toLabel(row),
})

export async function readOwnTransaction(sql: Reader, personId: string, id: string): Promise<OwnTransaction> {
  const [row] = await ownTransaction(sql, personId, id)
  if (!row) throw new Refusal('not_found')
  return toOwnAnswer(row)
}

type LabelTarget = { personId: string; transactionId: string; at: Date }

export async function labelTransaction(sql: Sql, target: LabelTarget, change: LabelChange): Promise<OwnTransaction> {
  const { personId, transactionId } = target
  return inTransaction(sql, async (tx) => {
    const { counterparty } = await readOwnTransaction(tx, personId, transactionId)
    await storeLabel(tx, target, change)
    if (change.category !== undefined && counterparty?.accountNumber)
      await rememberCategory(tx, personId, counterparty, change.category)
    return readOwnTransaction(tx, personId, transactionId)
  })
}
