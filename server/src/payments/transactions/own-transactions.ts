import type { z } from 'zod'
import type { Category } from '#contract/payments/categories.ts'
import type { labelTransaction as endpoint } from '#contract/payments/labels.ts'
import type { OwnTransaction } from '#contract/payments/transactions.ts'
import { msg } from '#contract/text-id.ts'
import { toTransaction } from '../../ledger/rows.ts'
import type { Reader, Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import { requestBudgetCheck } from '../budgets/store.ts'
import { readPayee, storeRule } from '../categories/rule-store.ts'
import { toTransactionAnswer } from '../transaction-response.ts'
import { rememberCategory, storeLabel, toLabel } from './label-store.ts'
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
type LabelFields = z.output<(typeof endpoint)['body']>

export async function labelTransaction(sql: Sql, target: LabelTarget, fields: LabelFields): Promise<OwnTransaction> {
  const { personId, transactionId } = target
  return inTransaction(sql, async (tx) => {
    await readOwnTransaction(tx, personId, transactionId)
    await storeLabel(tx, target, { note: fields.note, category: fields.always ? 'follow' : fields.category })
    if (fields.category !== undefined) {
      const choice = { ...fields, category: fields.category }
      await rememberChoice(tx, target, choice)
      await requestBudgetCheck(tx, personId)
    }
    return readOwnTransaction(tx, personId, transactionId)
  })
}

type Choice = { category: Category | null; always?: boolean | undefined }

/** A rule for the payee, or a guess for the account where none is known. */
async function rememberChoice(tx: Tx, { personId, transactionId, at }: LabelTarget, { category, always }: Choice) {
  const payee = await readPayee(tx, personId, transactionId)
  if (always) {
    if (!payee?.key)
      throw invalidField('always', msg('This transaction names no payee. Choose a category for it alone.'))
    await storeRule(tx, { personId, key: payee.key, name: payee.name, category, at })
  } else if (payee?.account_number)
    await rememberCategory(tx, personId, { accountNumber: payee.account_number, bankName: payee.bank_name }, category)
}
